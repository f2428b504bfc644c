import { classNames } from './class-names.ts';

const bone = 'rounded-md bg-line motion-safe:animate-pulse';

/** Placeholder in the shape of the content that is loading. Show `Loading` beside it for the text. */
export function Skeleton({ shape, className }: { shape: 'cards' | 'rows' | 'text'; className?: string }) {
  return (
    <div aria-hidden="true" className={classNames('opacity-60 print:hidden', className)}>
      {shape === 'cards' ? (
        <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {[1, 2, 3].map((card) => (
            <div key={card} className="overflow-hidden rounded-lg border border-line bg-surface">
              <div className={classNames(bone, 'aspect-video rounded-none')} />
              <div className="grid gap-3 p-5">
                <div className={classNames(bone, 'h-6 w-4/5')} />
                <div className={classNames(bone, 'h-4 w-3/5')} />
                <div className={classNames(bone, 'h-4 w-2/5')} />
              </div>
            </div>
          ))}
        </div>
      ) : null}
      {shape === 'rows' ? (
        <div className="grid gap-4">
          {[1, 2, 3].map((row) => (
            <div key={row} className="grid gap-3 rounded-lg border border-line bg-surface p-6">
              <div className={classNames(bone, 'h-6 w-1/2')} />
              <div className={classNames(bone, 'h-4 w-1/3')} />
            </div>
          ))}
        </div>
      ) : null}
      {shape === 'text' ? (
        <div className="grid max-w-text gap-3">
          <div className={classNames(bone, 'mb-3 h-10 w-4/5')} />
          {[1, 2, 3, 4].map((line) => (
            <div key={line} className={classNames(bone, 'h-4', line === 4 ? 'w-1/2' : 'w-full')} />
          ))}
        </div>
      ) : null}
    </div>
  );
}
