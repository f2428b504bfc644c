import { Dialog } from '@meridian/ui/dialog';
import { Container } from '@meridian/ui/section';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { LeadForm } from '../../features/leads/public.ts';

/** The offer of the day; its button opens the special-offer form. */
export function DiscountBar() {
  const { data } = api.endpoints.header.useQuery({});
  const [open, setOpen] = useState(false);
  if (!data?.discount_text) return null;
  const close = () => setOpen(false);
  return (
    <section aria-label="Offer" className="bg-accent text-ink">
      <Container className="flex items-center justify-between gap-x-4 py-1.5 text-sm font-semibold sm:justify-center sm:gap-x-5">
        <p className="min-w-0 text-pretty">{data.discount_text}</p>
        {data.button_text ? (
          <button
            type="button"
            onPointerEnter={LeadForm.prefetch}
            onFocus={LeadForm.prefetch}
            onClick={() => setOpen(true)}
            className="min-h-8 shrink-0 rounded-sm max-lg:min-h-11 border border-transparent bg-ink px-3.5 text-white hover:bg-ink-deep"
          >
            {data.button_text}
          </button>
        ) : null}
      </Container>
      <Dialog title="Get the special offer" open={open} onClose={close} staticBackdrop late>
        <LeadForm form="special_offer" onSuccess={close} />
      </Dialog>
    </section>
  );
}
