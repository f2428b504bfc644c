import { useState } from 'react';
import { thanksOverlay } from '../src/overlay.tsx';
import { ToastHost } from '../src/toast.tsx';
import { chooseScheme, type Scheme } from './pseudo-states.ts';
import type { ComponentSamples, Sample } from './sample.ts';
import { allSamples } from './samples/all.ts';

const schemes: readonly Scheme[] = ['system', 'light', 'dark'];
const idOf = (component: string) => component.toLowerCase().replaceAll(' ', '-');

function SchemeSwitch() {
  const [scheme, setScheme] = useState<Scheme>('system');
  return (
    <fieldset className="flex flex-wrap items-center gap-x-4">
      <legend className="sr-only">Colour scheme</legend>
      {schemes.map((name) => (
        <label key={name} className="flex min-h-11 items-center gap-2 capitalize">
          <input
            type="radio"
            name="scheme"
            className="size-5 accent-brand"
            checked={scheme === name}
            onChange={() => {
              setScheme(name);
              chooseScheme(name);
            }}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}

function SampleView({ state, content, ground }: Sample) {
  return (
    <figure className="grid min-w-0 content-start gap-2">
      <figcaption className="text-sm text-ink-soft">{state}</figcaption>
      <div className={ground === 'dark' ? 'rounded-md bg-ink p-4' : undefined}>{content}</div>
    </figure>
  );
}

function ComponentView({ component, wide, samples }: ComponentSamples) {
  return (
    <section id={idOf(component)} aria-label={component} className="border-t border-line py-8">
      <h2 className="mb-5 text-2xl">{component}</h2>
      <div className={wide ? 'grid gap-8' : 'grid gap-6 sm:grid-cols-2 lg:grid-cols-3'}>
        {samples.map((sample) => (
          <SampleView key={sample.state} {...sample} />
        ))}
      </div>
    </section>
  );
}

/** All components in their states, on one page. */
export function Catalogue() {
  return (
    <>
      <header className="mx-auto grid max-w-page gap-3 px-4 py-8 sm:px-6">
        <h1 className="text-3xl">Component catalogue</h1>
        <SchemeSwitch />
        <nav aria-label="Components">
          <ul className="flex flex-wrap gap-x-4">
            {allSamples.map(({ component }) => (
              <li key={component}>
                <a
                  href={`#${idOf(component)}`}
                  className="inline-flex min-h-8 items-center text-brand-strong underline"
                >
                  {component}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <main className="mx-auto max-w-page px-4 pb-16 sm:px-6">
        {allSamples.map((samples) => (
          <ComponentView key={samples.component} {...samples} />
        ))}
      </main>
      <ToastHost />
      <thanksOverlay.Host />
    </>
  );
}
