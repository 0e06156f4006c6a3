/** What every service of the tests is started with. */
export const ADMIN_TOKEN = "test-admin-token-0123456789";
export const KEY_SECRET = "test-key-secret-0123456789";
