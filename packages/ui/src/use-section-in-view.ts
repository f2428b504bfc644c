import { useEffect, useState } from 'react';

/**
 * The section that the visitor is reading: the last one whose top has passed a line below the window's top.
 * @param ids the sections' ids; the same array at every render, because a new one measures anew
 * @param offsetPx how far below the window's top the line lies
 * @returns the id of the section, or undefined while the first has not come so far
 */
export function useSectionInView(ids: readonly string[], offsetPx: number): string | undefined {
  const [current, setCurrent] = useState<string>();

  useEffect(() => {
    let frame = 0;
    const measure = () => {
      frame = 0;
      const passed = ids.filter((id) => {
        const section = document.getElementById(id);
        return section && section.getBoundingClientRect().top <= offsetPx;
      });
      setCurrent(passed.at(-1));
    };
    const measureSoon = () => {
      frame ||= requestAnimationFrame(measure);
    };
    measure();
    window.addEventListener('scroll', measureSoon, { passive: true });
    window.addEventListener('resize', measureSoon, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', measureSoon);
      window.removeEventListener('resize', measureSoon);
    };
  }, [ids, offsetPx]);

  return current;
}
