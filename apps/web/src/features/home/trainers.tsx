import type { Trainer } from '@meridian/contracts/people';
import { Carousel } from '@meridian/ui/carousel';
import { Image } from '@meridian/ui/image';
import { ReadMore } from '@meridian/ui/read-more';

/** Carousel of trainers: 1 slide up to 480 px, 2 up to 600 px, 3 up to 1024 px, 4 above. */
export function TrainerCarousel({ trainers }: { trainers: readonly Trainer[] }) {
  return (
    <Carousel
      label="Our expert trainers"
      className="[--slides:1] min-[481px]:[--slides:2] min-[601px]:[--slides:3] min-[1025px]:[--slides:4]"
    >
      {trainers.map((trainer) => (
        <article
          key={trainer.id}
          className="flex w-full flex-col rounded-lg border border-line bg-surface p-5 shadow-card"
        >
          <Image
            src={trainer.image}
            alt=""
            width={96}
            height={96}
            className="size-24 rounded-full bg-brand-soft"
          />
          <h3 className="mt-4 text-xl">{trainer.name}</h3>
          <p className="text-sm font-semibold text-brand-strong">{trainer.designation}</p>
          <ReadMore title={trainer.name} text={trainer.description} className="mt-3 text-sm text-ink-soft" />
        </article>
      ))}
    </Carousel>
  );
}
