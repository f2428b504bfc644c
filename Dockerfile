# Every server of the product, each a target of its own:
#   docker build .                      the BFF with the site: web, worker or both, and the operator's command
#   docker build --target upstream .    the reference upstream
#   docker build --target sandbox .     the stand-ins for Razorpay and Zoho, for demonstrations only
#   docker build --target backup .      PostgreSQL's programs and rclone, for deploy/backup
# What is in an image and how it starts is made by deploy/image/make-content.sh, which `pnpm lab images` runs without an
# engine; here are the base and what only an engine can do. Needs BuildKit, which is Docker's default.

# Any image with Node 24 on glibc: the settings of memory in deploy/image/common/start are settings of its allocator.
ARG BASE_IMAGE=node:24-bookworm-slim

FROM ${BASE_IMAGE} AS content
COPY . /source
# The cache keeps what pnpm has fetched, for the next build.
RUN --mount=type=cache,target=/pnpm-store \
    pnpm_config_store_dir=/pnpm-store sh /source/deploy/image/make-content.sh /source /content && mkdir /content/kept-assets

FROM ${BASE_IMAGE} AS runtime
WORKDIR /app
# A number, so that an orchestrator can see that it is not root. All files are root's, and nothing writes to them.
USER 1000:1000
ENTRYPOINT []
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=10s --start-period=30s CMD ["./health"]
CMD ["./start"]

FROM runtime AS upstream
COPY --from=content /content/upstream ./
EXPOSE 4010

FROM runtime AS sandbox
COPY --from=content /content/sandbox ./
EXPOSE 4020

FROM postgres:18 AS backup
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates rclone && rm -rf /var/lib/apt/lists/*
USER postgres

# The last target is what `docker build .` makes.
FROM runtime AS bff
COPY --from=content /content/bff ./
# The BFF keeps here what pages that are still open may ask for after a deploy; a volume makes it last.
COPY --from=content --chown=1000:1000 /content/kept-assets kept-assets
EXPOSE 3000
