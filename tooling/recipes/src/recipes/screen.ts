import type { Recipe } from '../recipe.ts';

const feature = 'apps/web/src/features/imprint';

const screen = `import { PageHeading } from '@meridian/ui/page-heading';
import { Container } from '@meridian/ui/section';

/** Who answers for this site. */
export function ImprintScreen() {
  return (
    <>
      <PageHeading title="Imprint" intro="Who answers for this site." />
      <Container className="py-10">
        <p>Meridian Agile Academy, Pune.</p>
      </Container>
    </>
  );
}
`;

const routes = `import { lazyScreen } from '../../routing/lazy-screen.tsx';
import type { Route } from '../../routing/route.ts';

export const imprintRoutes: readonly Route[] = [
  {
    path: '/imprint',
    bodyClass: 'imprint-page',
    screen: lazyScreen(
      'features/imprint/imprint-screen.tsx',
      async () => (await import('./imprint-screen.tsx')).ImprintScreen,
    ),
  },
];
`;

const heads = `import type { Heads } from '../../routing/head.ts';

export const imprintHeads: Heads = {
  '/imprint': () => ({
    title: 'Imprint',
    description: 'Who answers for this site.',
    canonical: '/imprint',
  }),
};
`;

const test = `import { expect, it } from 'vitest';
import { render } from '../entry.server.tsx';
import { openSite } from '../test-site.tsx';
import { listPages } from './site-pages.ts';

const header = { status: 1, message: 'Success', data: { discount_text: '', button_text: '' } };
const empty = { status: 1, message: 'Success', data: [] };
const noPosts = { status: 1, message: 'Success', data: { latest_blog: [], total_blog: 0 } };

it('the recipe renders the new screen on the server', async () => {
  const page = await render('/imprint', {
    publicUrl: 'https://academy.example',
    read: async (name) => (name === 'header' ? header : empty),
  });
  expect(page.status).toBe(200);
  expect(page.html).toContain('Meridian Agile Academy, Pune.');
  expect(page.html).toMatch(/<h1[^>]*>Imprint<\\/h1>/);
});

it('the recipe shows the new screen in the browser', async () => {
  const { container } = await openSite('/imprint', {});
  expect(container).toHaveTextContent('Meridian Agile Academy, Pune.');
});

it('the recipe puts the new screen into the site map', async () => {
  const pages = await listPages({ read: async (name) => (name === 'blog' ? noPosts : empty) });
  expect(pages.map(({ path }) => path)).toContain('/imprint');
});
`;

export const screenRecipe: Recipe = {
  title: 'A screen',
  name: 'screen',
  placeholders: { imprint: '<noun>' },
  apply(editor) {
    editor.create(`${feature}/imprint-screen.tsx`, screen);
    editor.create(`${feature}/routes.ts`, routes);
    editor.create(`${feature}/heads.ts`, heads);
    const table = 'apps/web/src/app/routes.ts';
    editor.insertBefore(
      table,
      'import { policyRoutes }',
      "import { imprintRoutes } from '../features/imprint/routes.ts';\n",
    );
    editor.insertBefore(table, '  ...policyRoutes,', '  ...imprintRoutes,\n');
    const metadata = 'apps/web/src/app/heads.ts';
    editor.insertBefore(
      metadata,
      'import { policyHeads }',
      "import { imprintHeads } from '../features/imprint/heads.ts';\n",
    );
    editor.insertBefore(metadata, '  ...policyHeads,', '  ...imprintHeads,\n');
  },
  prove(editor) {
    editor.create('apps/web/src/app/recipe-screen.test.tsx', test);
  },
  types: ['apps/web', 'apps/bff'],
  trials: [{ project: 'web', files: ['recipe-screen.test.tsx', 'app/routes.test.ts'] }],
};
