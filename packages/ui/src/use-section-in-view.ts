import { useEffect, useState } from 'react';

/**
 * Returns the id of the section in view: the last section whose top is above a line in the viewport.
 * @param sections in page order; they are measured again if the array changes
 * @param offsetPx distance of the line from the top of the viewport
 * @returns undefined above the first section
 */
export function useSectionInView(sections: readonly { id: string }[], offsetPx: number): string | undefined {
  const [current, setCurrent] = useState<string>();

  useEffect(() => {
    let frame = 0;
    const measure = () => {
      frame = 0;
      const passed = sections.filter(({ id }) => {
        const section = document.getElementById(id);
        return section && section.getBoundingClientRect().top <= offsetPx;
      });
      setCurrent(passed.at(-1)?.id);
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
  }, [sections, offsetPx]);

  return current;
}
