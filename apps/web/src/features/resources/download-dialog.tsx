import { Dialog } from '@meridian/ui/dialog';
import { Image } from '@meridian/ui/image';
import { useMemo } from 'react';
import { LeadForm } from '../leads/public.ts';
import { kinds, type PickedResource } from './library.ts';

/** Asks for contact details before a download. Closes after a success, or with its close icon. */
export function DownloadDialog({
  picked,
  onClose,
}: {
  picked: PickedResource | undefined;
  /** Must be the same function at each render: see `lazyPart`. */
  onClose(): void;
}) {
  return (
    <Dialog
      title={picked ? kinds[picked.kind].dialogTitle : ''}
      open={picked !== undefined}
      onClose={onClose}
      staticBackdrop
      late
    >
      {picked ? <DownloadForm picked={picked} onSuccess={onClose} /> : null}
    </Dialog>
  );
}

function DownloadForm({ picked, onSuccess }: { picked: PickedResource; onSuccess(): void }) {
  const { form, nameField } = kinds[picked.kind];
  const { id, name, image } = picked.resource;
  const context = useMemo(
    () => ({ resources_id: id, [nameField]: name, page_url: location.href }),
    [id, name, nameField],
  );
  return (
    <>
      <div className="mb-5 flex items-center gap-4">
        <Image
          src={image}
          alt=""
          width={480}
          height={640}
          eager
          className="aspect-3/4 w-16 shrink-0 rounded-sm border border-line bg-brand-faint object-cover"
        />
        <p className="text-ink-soft">
          Send us your contact details to download <strong className="text-ink">{name}</strong> free of
          charge.
        </p>
      </div>
      <LeadForm form={form} context={context} onSuccess={onSuccess} />
    </>
  );
}
