import { instance } from '@meridian/contracts/site/instance';
import { CalendarRange, Loop, Repeat, SquareKanban, TrainFront, Wrench } from '@meridian/ui/icons';
import { Section } from '@meridian/ui/section';

const icons = {
  board: SquareKanban,
  calendar: CalendarRange,
  loop: Loop,
  repeat: Repeat,
  train: TrainFront,
  wrench: Wrench,
} as const;

/** The programmes for companies. */
export function CorporateOffers() {
  const { programmes } = instance().texts.corporate;
  if (programmes.length === 0) return null;
  return (
    <Section
      title="Programmes for teams"
      intro="Take one as it is, or let us put several together. Each runs online or in your own rooms."
    >
      <ul className="grid gap-px overflow-hidden rounded-xl border border-line bg-line sm:grid-cols-2 lg:grid-cols-3">
        {programmes.map(({ icon, title, text }) => {
          const Icon = icon && icons[icon];
          return (
            <li key={title} className="bg-surface p-6 sm:p-8">
              {Icon ? (
                <Icon aria-hidden="true" strokeWidth={1.75} className="mb-5 size-9 text-brand" />
              ) : null}
              <h3 className="text-xl">{title}</h3>
              <p className="mt-2 text-ink-soft">{text}</p>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
