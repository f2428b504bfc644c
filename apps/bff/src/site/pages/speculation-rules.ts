/**
 * Lists the documents that the browser may fetch before the click: the courses in the menus and the checkout,
 * because their links load a whole document. The web app prefetches the pages of other links itself.
 */

/** A header names this file, so that documents stay small and the policy needs no inline script. */
export const speculationRulesPath = '/speculation-rules.json';

/**
 * `moderate`: fetched once the pointer has rested on the link, or when it is pressed. Documents are
 * prefetched, not rendered, so no script runs.
 */
const rules = {
  prefetch: [
    {
      where: {
        selector_matches: '#courses-menu a, dialog[aria-label="Menu"] details a, a[href^="/checkout"]',
      },
      eagerness: 'moderate',
    },
  ],
};

export const speculationRules = JSON.stringify(rules);
