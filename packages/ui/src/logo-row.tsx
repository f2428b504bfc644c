import { Image } from './image.tsx';
import { Container } from './section.tsx';

export interface Logo {
  id: number;
  image: string;
  name: string;
}

/** Time per logo (specification, section 9: speed 2000). */
const logoMs = 2_000;

function Logos({ logos, copy = false }: { logos: readonly Logo[]; copy?: boolean }) {
  return (
    <ul
      aria-hidden={copy || undefined}
      className={`flex shrink-0 items-center gap-12 pr-12 ${copy ? 'marquee-copy' : ''}`}
    >
      {logos.map((logo) => (
        <li key={logo.id} className="shrink-0">
          <Image
            src={logo.image}
            alt={copy ? '' : logo.name}
            width={150}
            height={60}
            late
            className="h-15 w-auto forced-color-adjust-none dark:rounded-md dark:bg-white"
          />
        </li>
      ))}
    </ul>
  );
}

/**
 * Endless row of moving logos. The row stops on hover and focus, and does not move if the visitor prefers
 * reduced motion.
 */
export function LogoRow({ title, logos }: { title: string; logos: readonly Logo[] }) {
  if (logos.length === 0) return null;
  return (
    <section aria-label={title} className="border-b border-line bg-surface py-8 print:hidden">
      <Container className="flex flex-col gap-5 lg:flex-row lg:items-center lg:gap-10">
        <h2 className="shrink-0 text-lg">{title}</h2>
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: focusing the row stops its motion
          tabIndex={0}
          className="marquee-frame min-w-0 overflow-hidden"
          aria-label="Organisations"
        >
          <div className="marquee flex w-max" style={{ animationDuration: `${logos.length * logoMs}ms` }}>
            <Logos logos={logos} />
            <Logos logos={logos} copy />
          </div>
        </section>
      </Container>
    </section>
  );
}
