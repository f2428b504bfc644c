import manifest from '../../../package.json' with { type: 'json' };

/** Product version, as in `CHANGELOG.md`; inlined by the bundler. */
export const { version } = manifest;
