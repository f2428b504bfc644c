/**
 * Which documents the browser may fetch before the click: those of links that load a document in full, which are the
 * courses in the menus and the checkout. Pages behind other links are prefetched by the web app.
 */

/** Named by a header, so that documents do not grow and the policy needs no inline script. */
export const speculationRulesPath = '/speculation-rules.json';

/** `moderate`: once the pointer has rested on the link, or at its press. Prefetched, not rendered: no script runs. */
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
