# Every server of the product, each a target of its own:
#   docker build .                      the BFF with the site: web, worker or both, and the operator's command
#   docker build --target upstream .    the reference upstream
#   docker build --target sandbox .     the stand-ins for Razorpay and Zoho, for demonstrations only
# `npm test` runs these very steps without an engine (tooling/image), so keep to what is used here.

# Any image with Node 24 on glibc: the settings of memory below are settings of its allocator.
ARG BASE_IMAGE=node:24-bookworm-slim

FROM ${BASE_IMAGE} AS install
WORKDIR /app
RUN command -v pnpm > /dev/null || npm install --global pnpm@12.21.0
# Only what says which libraries there are: a change of the sources does not install them anew.
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY patches patches
COPY packages/contracts/package.json packages/contracts/
COPY apps/bff/package.json apps/bff/
COPY apps/sandbox/package.json apps/sandbox/
COPY apps/upstream/package.json apps/upstream/
COPY apps/web/package.json apps/web/
RUN pnpm install --frozen-lockfile --filter "./apps/*" --filter "./packages/*"

FROM install AS build
COPY tsconfig.base.json ./
COPY packages packages
COPY apps apps
RUN pnpm --filter "./apps/*" run build

# The bundles hold all the libraries that they use: no node_modules goes into an image.
FROM build AS prune
RUN mkdir -p out/bff/apps/bff out/bff/apps/web out/upstream/apps/upstream out/sandbox/apps/sandbox
RUN cp -R apps/bff/dist out/bff/apps/bff/ && cp -R apps/web/dist out/bff/apps/web/
RUN cp -R apps/upstream/dist apps/upstream/content out/upstream/apps/upstream/
RUN cp -R apps/sandbox/dist out/sandbox/apps/sandbox/
# The BFF keeps here what pages that are still open may ask for after a deploy; a volume makes it last.
RUN mkdir out/kept-assets

FROM ${BASE_IMAGE} AS runtime
WORKDIR /app
# The files are ES modules; an image has no other package.json to say so.
COPY deploy/image/package.json ./
ENV NODE_ENV=production
ENV HOST=0.0.0.0
ENV MALLOC_ARENA_MAX=2
ENV MALLOC_MMAP_THRESHOLD_=131072
ENV MALLOC_TRIM_THRESHOLD_=4194304
# A number, so that an orchestrator can see that it is not root. All files are root's, and nothing writes to them.
USER 1000:1000
# Node is the first process and gets the signals itself.
ENTRYPOINT []
STOPSIGNAL SIGTERM

FROM runtime AS upstream
COPY --from=prune /app/out/upstream ./
EXPOSE 4010
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.UPSTREAM_PORT || 4010}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "--max-old-space-size=256", "apps/upstream/dist/main.js"]

FROM runtime AS sandbox
COPY --from=prune /app/out/sandbox ./
EXPOSE 4020
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.SANDBOX_PORT || 4020}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "--max-old-space-size=256", "apps/sandbox/dist/main.js"]

# The last target is what `docker build .` makes.
FROM runtime AS bff
COPY --from=prune /app/out/bff ./
COPY --from=prune --chown=1000:1000 /app/out/kept-assets kept-assets
COPY deploy/image/ops ./
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "--max-old-space-size=256", "apps/bff/dist/main.js"]
