import { classNames } from '@meridian/ui/class-names';
import { Monitor } from '@meridian/ui/icons';

/** The classroom and the instructor of a batch. */
export function BatchPlace({
  batch,
  className,
}: {
  batch: { online_class_room: string; instructor_name: string; city?: string };
  className?: string;
}) {
  const { online_class_room, instructor_name, city } = batch;
  return (
    <div className={classNames('flex items-start gap-2.5', className)}>
      <Monitor aria-hidden="true" className="mt-1 size-4 shrink-0 text-brand" />
      <span>
        {city
          ? `Classroom: ${[city, online_class_room].filter(Boolean).join(', ')}`
          : online_class_room
            ? `Online classroom: ${online_class_room}`
            : 'Live online classroom'}
        {instructor_name ? `, with ${instructor_name}` : ''}
      </span>
    </div>
  );
}
