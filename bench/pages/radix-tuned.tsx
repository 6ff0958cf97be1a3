import { RadixTuned } from '../twins/radix-tuned.js';
import { present } from './present.js';

present(RadixTuned);
