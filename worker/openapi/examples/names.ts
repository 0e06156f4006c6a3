/** What several examples name. */

export const at = 1_790_000_000_000;
export const sessionId = "ses_4hT9cQ2mZ8xK1vB7nR5wY3pL1";
export const key = "svc_pk_9aZ3kQ7xT1mB5vN8cR2wY6pL4hD0sFgJe2XuK1";
export const public_id = "ch_7tQ2mZ8xK1vB4nR5wY3pL6dF";
export const snippet = `<script async src="https://voice.example/embed/${public_id}.js"></script>`;
