import type { Resource } from '@meridian/contracts/site/resources';
import { Download } from '@meridian/ui/icons';
import { Image } from '@meridian/ui/image';

/** The downloads of one kind. A click selects a download. */
export function ResourceGrid({
  resources,
  eager,
  onPick,
}: {
  resources: readonly Resource[];
  /** True if the first row is in view when the page opens. */
  eager: boolean;
  onPick(resource: Resource): void;
}) {
  return (
    <ul className="grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 sm:gap-x-6 xl:grid-cols-4">
      {resources.map((resource, index) => (
        <li key={resource.id} className="group relative flex flex-col">
          <Image
            src={resource.image}
            alt=""
            width={480}
            height={640}
            eager={eager && index < 2}
            className="aspect-3/4 w-full rounded-md border border-line bg-brand-faint object-cover shadow-card transition duration-200 group-hover:[translate:0_-4px] group-hover:shadow-raised motion-reduce:transform-none"
          />
          <p className="mt-4 text-xs font-bold text-brand-strong">{resource.category_name}</p>
          <h3 className="mt-1 text-base sm:text-lg">
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => onPick(resource)}
              className="text-left after:absolute after:inset-0 after:rounded-md group-hover:text-brand-strong"
            >
              {resource.name}
            </button>
          </h3>
          <p
            aria-hidden="true"
            className="mt-auto flex items-center gap-2 pt-2 text-sm font-semibold text-ink-soft group-hover:text-brand-strong"
          >
            <Download className="size-4" /> Download
          </p>
        </li>
      ))}
    </ul>
  );
}
