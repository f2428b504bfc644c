import manifest from '../../../package.json' with { type: 'json' };

/** Product version, as in `CHANGELOG.md`. The bundler inlines it. */
export const { version } = manifest;
