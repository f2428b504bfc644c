import { Clock, type LucideIcon, Moon, Sun, Sunrise } from 'lucide-react';

const icons: Readonly<Record<string, LucideIcon>> = {
  morning: Sunrise,
  day: Sun,
  afternoon: Sun,
  evening: Moon,
  night: Moon,
};

/** Icon of the time of day; the label stands beside it. */
export function TimeTypeIcon({ timeType }: { timeType: string }) {
  const key = timeType.trim().toLowerCase();
  const Icon = (Object.hasOwn(icons, key) ? icons[key] : undefined) ?? Clock;
  return <Icon aria-hidden="true" />;
}
