/** A user of the todo list. */
export interface TodoUser {
  /** The `id` of the subject. */
  readonly id: string;
  /** The `ownerID` of what belongs to the user. */
  readonly email: string;
  readonly roles: readonly string[];
}

/**
 * The policy of the working group's interoperability scenario: a todo list that is shared by users with roles. Its decision point is
 * told who asks and who owns a todo, and knows the users.
 */
export function todoPolicy(users: readonly TodoUser[]): string {
  const having = (role: string): string => {
    const ids = users.filter(({ roles }) => roles.includes(role)).map(({ id }) => JSON.stringify(id));
    return ids.length === 0 ? 'false' : `subject_id in [${ids.join(', ')}]`;
  };
  const emails = users.map(({ id, email }) => `if subject_id == ${JSON.stringify(id)} { ${JSON.stringify(email)} } else `);
  return `domain Name = text[1..100]

policy todo {
  action "can_read_user" (subject_id: Name)
  action "can_read_todos" (subject_id: Name)
  action "can_create_todo" (subject_id: Name)
  action "can_update_todo" (subject_id: Name, resource_owner_id: Name)
  action "can_delete_todo" (subject_id: Name, resource_owner_id: Name)

  component email_of(subject_id: Name) -> text[..100] {
    ${emails.join('')}{ "" }
  }
  component is_known(subject_id: Name) -> bool { email_of(subject_id) != "" }
  component is_admin(subject_id: Name) -> bool { ${having('admin')} }
  component is_evil(subject_id: Name) -> bool { ${having('evil_genius')} }
  component edits(subject_id: Name) -> bool { is_admin(subject_id) or is_evil(subject_id) or ${having('editor')} }

  rule read allow on "can_read_user", "can_read_todos" when is_known(subject_id)
  rule create allow on "can_create_todo" when edits(subject_id)
  rule own allow on "can_update_todo", "can_delete_todo" when edits(subject_id) and resource_owner_id == email_of(subject_id)
  rule evil allow on "can_update_todo" when is_evil(subject_id)
  rule admin allow on "can_delete_todo" when is_admin(subject_id)
}
`;
}

/** A record store: what each member of an evaluation may decide about. */
export const RECORDS = `domain Name = text[1..100]
domain Status = text[..20]

policy records {
  action "open" (subject_type: Name, subject_id: Name, resource_type: Name, resource_id: Name)
  action "write" (subject_id: Name, resource_status: Status)
  action "promote" (subject_role: Name, resource_status: Status)
  action "delete" (subject_id: Name, action_soft: bool)
  action "export" (context_ip_address: Name, action_rows: 0..1_000)
  action "pay" (cents: 0..9)
  action "amend" (subject_id: Name, resource_status: Status?, context_role: Name?)

  rule own allow on "open" when subject_type == "user" and subject_id == "ada" and resource_type == "record" and resource_id == "1"
  rule active allow on "write" when subject_id == "ada" and resource_status == "active"
  rule archived review on "write" when resource_status == "archived" "a person looks at archived records"
  rule leads allow on "promote" when subject_role == "admin"
  rule soft allow on "delete" when subject_id == "ada" and action_soft
  rule inside allow on "export" when context_ip_address == "10.0.0.1" and action_rows <= 100
  rule any allow on "pay" when true
  rule untold allow on "amend" when subject_id == "ada" and context_role == none
  rule gone deny on "amend" when resource_status == some "archived" "archived records stay as they are"
}
`;
