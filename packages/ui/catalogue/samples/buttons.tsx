import { Button, type ButtonSize, type ButtonTone } from '../../src/button.tsx';
import { type ComponentSamples, longWords, type Sample } from '../sample.ts';

const tones: readonly ButtonTone[] = ['primary', 'accent', 'outline', 'quiet', 'inverse', 'onDark'];
const sizes: readonly ButtonSize[] = ['sm', 'md', 'lg'];

const ofTone = (tone: ButtonTone): Sample => ({
  state: `tone ${tone}: normal, hover, focus, disabled, busy`,
  ground: tone === 'inverse' || tone === 'onDark' ? 'dark' : undefined,
  content: (
    <div className="flex flex-wrap gap-4">
      <Button tone={tone}>Enrol</Button>
      <Button tone={tone} data-state="hover">
        Enrol
      </Button>
      <Button tone={tone} data-state="focus-visible">
        Enrol
      </Button>
      <Button tone={tone} disabled>
        Enrol
      </Button>
      <Button tone={tone} busy>
        Enrol
      </Button>
    </div>
  ),
});

export const buttonSamples: ComponentSamples = {
  component: 'Button',
  samples: [
    ...tones.map(ofTone),
    {
      state: `sizes ${sizes.join(', ')}`,
      content: (
        <div className="flex flex-wrap items-center gap-4">
          {sizes.map((size) => (
            <Button key={size} size={size}>
              Size {size}
            </Button>
          ))}
        </div>
      ),
    },
    { state: 'long text', content: <Button>{longWords}</Button> },
  ],
};
