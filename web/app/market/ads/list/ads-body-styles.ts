// What the server renders of the list before the scripts that bring these styles.
import '../../../ui/button.module.css';
import '../../../ui/notice.module.css';
import '../../../ui/user-pic.module.css';
import '../../../ui/list/pagination.module.css';
import '../../favorites/favorite-button.module.css';
import '../ad-card.module.css';
import '../ad-photo.module.css';
import '../filter-chips.module.css';
import './ads-page.module.css';
import './category-nav.module.css';
import './filters/filter-bar.module.css';
import './filters/place-field.module.css';
import './nothing-found.module.css';
import './place-hint.module.css';
import './sort-select.module.css';
import './view-switch.module.css';
