import '../../../design/mantine.css';
import '@mantine/notifications/styles.layer.css';
