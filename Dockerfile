# The image of Azulejo: docker build -t azulejo .
# Its build commands are run by test/deploy/image.long-test.ts.

FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY . .
RUN npm ci --no-audit --no-fund && npm run -s package -- --to /build/packed

FROM node:24-bookworm-slim AS install
WORKDIR /opt/azulejo
COPY --from=build /build/packed/ /tmp/packed/
# The image has Node itself.
RUN npm install --no-audit --no-fund --omit=dev /tmp/packed/azulejo-*.tgz && rm -rf node_modules/node-linux-*

FROM node:24-bookworm-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    DATA_DIR=/data
COPY --from=install /opt/azulejo /opt/azulejo
RUN ln -s /opt/azulejo/node_modules/.bin/azulejo /usr/local/bin/azulejo \
    && install -d -o node -g node -m 700 /data /shared
USER node
WORKDIR /data
VOLUME /data
EXPOSE 8480 1883 8883
STOPSIGNAL SIGTERM
# The certificate need not name 127.0.0.1: the check stays in the container.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
    CMD ["node", "-e", "require(process.env.TLS_CERT ? 'https' : 'http').get({ host: '127.0.0.1', port: process.env.HTTP_PORT || 8480, path: '/readyz', rejectUnauthorized: false }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
CMD ["azulejo", "start"]
