// What the server renders of a person's page before the scripts that bring these styles.
import '../people/circle/friendship-button.module.css';
import '../people/circle/person-list-item.module.css';
import '../people/users/note/person-note.module.css';
import '../ui/button.module.css';
import '../ui/notice.module.css';
import '../ui/user-pic.module.css';
import '../publishing/publications/publication-styles.ts';
import '../publishing/publications/feed/publications-feed.module.css';
import '../market/ads/ad-photo.module.css';
import '../market/deals/deal-rating.module.css';
import '../market/follows/follow-button.module.css';
import '../people/users/person-page.module.css';
import '../people/users/person-card.module.css';
import '../people/users/person-tabs.module.css';
import '../publishing/publications/feed/latest-publications.module.css';
