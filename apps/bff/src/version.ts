import manifest from '../package.json' with { type: 'json' };

/** The version of the product, as `CHANGELOG.md` names it. The bundler puts it in. */
export const { version } = manifest;
