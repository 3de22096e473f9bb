// What the server renders of a publication before the scripts that bring these styles.
import '../../market/follows/follow-button.module.css';
import '../../trust/sanctions/withheld-notice.module.css';
import '../../ui/user-pic.module.css';
import '../collections/save-button.module.css';
import './publication.module.css';
import './publication-ad.module.css';
import './publication-photos.module.css';
import './publication-text.module.css';
import './video/publication-video.module.css';
