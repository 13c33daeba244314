# A static program in an empty image; runs as nobody.
#   docker build -t elicitlint .
#   docker run --rm -v "$PWD:/work:ro" elicitlint check session.jsonl
FROM rust:1-alpine AS build
RUN apk add --no-cache musl-dev
WORKDIR /build
COPY . .
RUN cargo build --release --locked --bin elicitlint

FROM scratch
COPY --from=build /build/target/release/elicitlint /elicitlint
USER 65534:65534
WORKDIR /work
ENTRYPOINT ["/elicitlint"]
