# syntax=docker/dockerfile:1
# glibc, not Alpine: the PostgreSQL that ships for a start without DATABASE_URL needs it.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY prisma/schema.prisma prisma/schema.prisma
RUN npm ci --ignore-scripts
COPY . .
RUN npx prisma generate && npm run build && npm run prune:production -- --without-node

FROM node:24-bookworm-slim
ENV NODE_ENV=production PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
COPY --from=build --chown=node:node /app/node_modules node_modules
COPY --from=build --chown=node:node /app/build build
COPY --from=build --chown=node:node /app/app app
COPY --from=build --chown=node:node /app/prisma prisma
COPY --from=build --chown=node:node /app/scripts/rotate-keys.ts scripts/
COPY --from=build --chown=node:node /app/package.json /app/shopify.app.toml ./
RUN install -d -o node -g node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "app/main.ts"]
