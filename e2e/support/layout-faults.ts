/** Checks of layout and structure. The functions run in the page. Most of them return faults as readable lines. */

/** Installs functions that describe elements in failures. Call it once for each page. */
export function installProbes(): void {
  const nameOf = (element: Element): string => {
    const words = (element.getAttribute('aria-label') ?? element.textContent ?? '')
      .trim()
      .replace(/\s+/g, ' ');
    const place = element.closest('[id]')?.id;
    return `${element.tagName.toLowerCase()} "${words.slice(0, 40)}"${place ? ` in #${place}` : ''}`;
  };
  /** True if an element is rendered: not hidden, not collapsed, and not only for screen readers. */
  const isRendered = (element: Element): boolean => {
    if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) return false;
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && !element.closest('[aria-hidden="true"], .sr-only');
  };
  Object.assign(window, { probes: { nameOf, isRendered } });
}

export interface Probes {
  nameOf(element: Element): string;
  isRendered(element: Element): boolean;
}

declare global {
  interface Window {
    probes: Probes;
  }
}

/** @returns elements that overflow the viewport, unless an ancestor scrolls or clips them */
export function overhanging(): string[] {
  const found: string[] = [];
  const width = document.documentElement.clientWidth;
  const visit = (element: Element): void => {
    const style = getComputedStyle(element);
    if (style.display === 'none' || element.matches('.sr-only, dialog:not([open]), svg')) return;
    const box = element.getBoundingClientRect();
    if (box.width > 0 && (box.right > width + 1 || box.left < -1)) {
      found.push(`${window.probes.nameOf(element)} from ${Math.round(box.left)} to ${Math.round(box.right)}`);
      return;
    }
    if (style.overflowX !== 'visible' && element !== document.body) return;
    for (const child of element.children) visit(child);
  };
  visit(document.body);
  if (document.documentElement.scrollWidth > width)
    found.push(`the page is ${document.documentElement.scrollWidth} wide`);
  return found;
}

/** @returns elements that clip their text */
export function cutWords(): string[] {
  const { isRendered, nameOf } = window.probes;
  const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
  const reachesOut = (element: Element): boolean => {
    const { overflowX, overflowY, textOverflow } = getComputedStyle(element);
    if (textOverflow === 'ellipsis' || !(hides(overflowX) || hides(overflowY))) return false;
    const box = element.getBoundingClientRect();
    const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      const parent = node.parentElement;
      if (!parent || !node.textContent?.trim() || !isRendered(parent)) continue;
      // Scrollable content is not clipped.
      if (parent.closest('.slides, .overflow-x-auto, pre')) continue;
      range.selectNodeContents(node);
      for (const line of range.getClientRects()) {
        if (hides(overflowX) && (line.right > box.right + 1 || line.left < box.left - 1)) return true;
        if (hides(overflowY) && (line.bottom > box.bottom + 4 || line.top < box.top - 4)) return true;
      }
    }
    return false;
  };
  return [...document.querySelectorAll('body *:not(svg *, .marquee-frame)')]
    .filter((element) => isRendered(element) && reachesOut(element))
    .map((element) => nameOf(element));
}

/**
 * @returns click targets below the minimum size: 24 px (WCAG 2.2, 2.5.8; except links in text), and 44 px
 *   height for buttons and inputs
 */
export function smallTargets(): string[] {
  const { isRendered, nameOf } = window.probes;
  const pressable =
    'a[href], button, summary, select, textarea, input:not([type=hidden]), [role=tab], [role=link]';
  const isInSentence = (element: Element): boolean => {
    const parent = element.closest('p, li, td, dd');
    const own = element.textContent?.trim() ?? '';
    const around = parent?.textContent?.trim() ?? '';
    return getComputedStyle(element).display.startsWith('inline') && around.length > own.length && own !== '';
  };
  /** The whole clickable area: the label of a checkbox, or the card of a link that fills it. */
  const areaOf = (element: Element): DOMRect => {
    const after = getComputedStyle(element, '::after');
    const stretched = after.content !== 'none' && after.position === 'absolute';
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
    const wraps = label && /^(checkbox|radio|file)$/.test((element as HTMLInputElement).type);
    return (
      (stretched ? (element as HTMLElement).offsetParent : wraps ? label : undefined) ?? element
    ).getBoundingClientRect();
  };
  const isMain = (element: Element): boolean => {
    if (element.matches('summary, select, textarea, input:not([type=radio], [type=checkbox]), [role=tab]'))
      return true;
    const { backgroundColor, borderTopWidth, borderTopColor } = getComputedStyle(element);
    const seen = (colour: string) => !/^rgba\(.* 0\)$|^transparent$|\/ 0\)$/.test(colour);
    return seen(backgroundColor) || (borderTopWidth !== '0px' && seen(borderTopColor));
  };
  return [...document.querySelectorAll(pressable)].filter(isRendered).flatMap((element) => {
    const { width, height } = areaOf(element);
    const size = `${Math.round(width)} × ${Math.round(height)} px`;
    if (isMain(element)) return height < 43.5 ? [`${nameOf(element)} is ${size}, less than 44`] : [];
    if (isInSentence(element) || (width >= 23.5 && height >= 23.5)) return [];
    return [`${nameOf(element)} is ${size}, less than 24`];
  });
}

/**
 * @returns errors of structure: the number and order of headings, missing or ambiguous landmarks, controls
 *   without exactly one name, images without a text or a size
 */
export function structureFaults(): string[] {
  const { isRendered, nameOf } = window.probes;
  const faults: string[] = [];
  const all = (selector: string) => [...document.querySelectorAll(selector)];

  const headings = all('h1, h2, h3, h4, h5, h6').filter((heading) =>
    heading.checkVisibility({ visibilityProperty: true }),
  );
  const count = headings.filter((heading) => heading.matches('h1')).length;
  if (count !== 1) faults.push(`${count} headings of the first level`);
  let before = 0;
  for (const heading of headings) {
    const level = Number(heading.tagName.slice(1));
    if (level > before + 1) faults.push(`${nameOf(heading)} follows a heading of level ${before}`);
    before = level;
  }

  for (const landmark of ['main', 'header:not(main *)', 'footer:not(main *)']) {
    const found = all(landmark).length;
    if (found !== 1) faults.push(`${found} × ${landmark}`);
  }
  const navs = all('nav').filter((nav) => nav.checkVisibility());
  const names = navs.map((nav) => nav.getAttribute('aria-label') ?? '');
  if (names.includes('')) faults.push('a nav has no name');
  if (new Set(names).size < names.length) faults.push(`navs of one name: ${names.join(', ')}`);

  for (const control of all('input:not([type=hidden]), select, textarea').filter(isRendered)) {
    const { labels } = control as HTMLInputElement;
    const own = control.hasAttribute('aria-label') || control.hasAttribute('aria-labelledby');
    if (labels?.length !== 1 && !own)
      faults.push(`${nameOf(control)} ${control.id} has ${labels?.length} labels`);
  }
  for (const image of all('img:not([alt])')) faults.push(`${nameOf(image)} has no words`);
  for (const image of all('img')) {
    if (!image.hasAttribute('width') || !image.hasAttribute('height')) {
      if (!image.closest('.rich-text')) faults.push(`${image.getAttribute('src')} states no size`);
    }
  }
  return faults;
}

/** @returns the sum of all layout shifts since the navigation */
export function layoutShift(): Promise<number> {
  return new Promise((resolve) => {
    let sum = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    // Buffered entries are delivered in a separate task.
    setTimeout(() => {
      observer.disconnect();
      resolve(sum);
    }, 50);
  });
}

/**
 * @returns sections with only a heading, lists and tables without items, empty headings, arrows that scroll
 *   nothing, and messages that nothing is there or that content is loading
 */
export function emptyParts(): string[] {
  const { isRendered, nameOf } = window.probes;
  const rendered = (selector: string) => [...document.querySelectorAll(selector)].filter(isRendered);
  const hasMore = (section: Element): boolean =>
    section.querySelector('img, svg, form, input, button, a, iframe') !== null ||
    [...section.querySelectorAll('p, li, dd, td, pre')].some((element) => element.textContent?.trim());
  const unmoved = (button: Element): boolean => {
    const track = button.closest('[aria-roledescription="carousel"]')?.querySelector('ul');
    return track !== undefined && track !== null && track.scrollWidth <= track.clientWidth;
  };
  return [
    ...rendered('section, article').filter((section) => !hasMore(section)),
    ...rendered('ul, ol, dl, tbody').filter((list) => list.children.length === 0),
    ...rendered('h1, h2, h3, h4').filter((heading) => !heading.textContent?.trim()),
    ...rendered('button').filter(unmoved),
    ...rendered('main p, main div').filter(
      ({ children, textContent }) =>
        children.length === 0 && /^No .*(?:available|found)$|^Loading/.test(textContent ?? ''),
    ),
  ].map((element) => `${nameOf(element)} is empty`);
}
