import { Clock, type Icon, Moon, Sun, Sunrise } from '@meridian/ui/icons';

const icons: Readonly<Record<string, Icon>> = {
  morning: Sunrise,
  day: Sun,
  afternoon: Sun,
  evening: Moon,
  night: Moon,
};

/** Icon of the time of day. The text beside it has the same meaning. */
export function TimeTypeIcon({ timeType }: { timeType: string }) {
  const key = timeType.trim().toLowerCase();
  const Icon = (Object.hasOwn(icons, key) ? icons[key] : undefined) ?? Clock;
  return <Icon aria-hidden="true" />;
}
