import { CalendarRange, Loop, Repeat, SquareKanban, TrainFront, Wrench } from '@meridian/ui/icons';
import { Section } from '@meridian/ui/section';

const offers = [
  {
    Icon: TrainFront,
    title: 'SAFe certifications',
    text: 'From Leading SAFe for those who decide to Release Train Engineer for those who run the train, so that everyone boards with the same map.',
  },
  {
    Icon: Repeat,
    title: 'Scrum Alliance and Scrum.org certifications',
    text: 'CSM, CSPO, PSM and their advanced levels. We tell you plainly which body suits your teams and why.',
  },
  {
    Icon: Wrench,
    title: 'Technical agility workshops',
    text: 'Test-driven development, refactoring and continuous integration, practised on code and not on slides.',
  },
  {
    Icon: CalendarRange,
    title: 'Customised agile training, 1 to 5 days',
    text: 'One day to agree on the words, five to change how a team plans, builds and shows its work.',
  },
  {
    Icon: SquareKanban,
    title: 'Agile project management workshops',
    text: 'Scope, money and dates where plans keep changing: forecasting, risk and reporting that people read.',
  },
  {
    Icon: Loop,
    title: 'DevOps workshops',
    text: 'The path from an idea to a running service, drawn as it is, then shortened step by step.',
  },
] as const;

/** The programmes for companies. */
export function CorporateOffers() {
  return (
    <Section
      title="Programmes for teams"
      intro="Take one as it is, or let us put several together. Each runs online or in your own rooms."
    >
      <ul className="grid gap-px overflow-hidden rounded-xl border border-line bg-line sm:grid-cols-2 lg:grid-cols-3">
        {offers.map(({ Icon, title, text }) => (
          <li key={title} className="bg-surface p-6 sm:p-8">
            <Icon aria-hidden="true" strokeWidth={1.75} className="size-9 text-brand" />
            <h3 className="mt-5 text-xl">{title}</h3>
            <p className="mt-2 text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
