import { Container } from '@meridian/ui/section';
import { ButtonLink } from './button-link.tsx';

/** Content of a page whose list is empty, with links to other pages. */
export function EmptyListing({ text }: { text: string }) {
  return (
    <Container className="grid justify-items-start gap-6 py-12 sm:py-16">
      <p className="text-lg">{text}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/#popular-courses" size="lg">
          See all courses
        </ButtonLink>
        <ButtonLink to="/contact-us" tone="outline" size="lg">
          Talk to us
        </ButtonLink>
      </div>
    </Container>
  );
}
