import '../styles/page.css';
import './frame.css';
import { beginEngine } from '../engine/first.ts';
import { tellFailed } from '../failed.ts';

beginEngine();
import('./frame.ts').catch(tellFailed);
