// Entry of panel.html.
import { mount } from 'svelte';
import '../../ui/theme.css';
import '../../ui/components/icons.css';
import '../../ui/components/utilities.css';
import './pages.css';
import Panel from './Panel.svelte';

mount(Panel, { target: document.getElementById('app')! });
