// The page that shows every component in all its states, for development and e2e/components.spec.ts.
import { mount } from 'svelte';
import '../../ui/theme.css';
import '../../ui/components/icons.css';
import '../../ui/components/utilities.css';
import ComponentsPage from '../../ui/components/ComponentsPage.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('components.html has no #app');
mount(ComponentsPage, { target });
