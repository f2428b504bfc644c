# Every server of the product, each as a build target:
#   docker build .                      the BFF: site, workers, console and the command ops
#   docker build --target upstream .    the reference upstream
#   docker build --target sandbox .     the stand-ins for Razorpay, Zoho and a mail server, for demonstrations only
#   docker build --target backup .      PostgreSQL's programs and rclone, for deploy/backup
# deploy/image/make-content.sh makes the content and the start script of each image; `pnpm lab images` runs it without a
# container engine. This file adds the base images, users and ports. Needs BuildKit, which is Docker's default.

# Any image with Node 24 on glibc: deploy/image/common/start configures glibc's allocator.
ARG BASE_IMAGE=node:24-bookworm-slim

FROM ${BASE_IMAGE} AS content
COPY . /source
# The cache keeps pnpm's downloads for the next build.
RUN --mount=type=cache,target=/pnpm-store \
    pnpm_config_store_dir=/pnpm-store sh /source/deploy/image/make-content.sh /source /content && mkdir /content/kept-assets

FROM ${BASE_IMAGE} AS runtime
WORKDIR /app
# A numeric user, so that an orchestrator can verify that it is not root. Root owns all files, so the server cannot write
# to them.
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

# The last target is the default of `docker build .`.
FROM runtime AS bff
COPY --from=content /content/bff ./
# The BFF keeps the files of earlier builds here, for pages that are still open after a deploy. Mount a volume to keep
# them when the container is replaced.
COPY --from=content --chown=1000:1000 /content/kept-assets kept-assets
EXPOSE 3000
