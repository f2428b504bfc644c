/** Before each test file: the sample instance, as after a start. */
import { setInstance } from '@meridian/contracts/site/instance';
import { sampleFolder } from '@meridian/instance/sample';

setInstance(sampleFolder.instance);
