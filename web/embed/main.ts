import '../styles/page.css';
import './frame.css';
import { beginEngine } from '../engine/first.ts';
import { showLoadFailure } from '../load-failure.ts';
import { openWithTexts } from '../locales/first.ts';
import { coming } from './messages.ts';

if (parent !== self) parent.postMessage(coming, '*');
beginEngine();
openWithTexts(() => import('./frame.ts')).catch(showLoadFailure);
