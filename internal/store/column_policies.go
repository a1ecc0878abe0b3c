package store

import "strings"

// DataSubject is the kind of person that a column describes.
type DataSubject int

// Data subjects.
const (
	SubjectNone DataSubject = iota + 1 // technical data
	SubjectBusiness
	SubjectStaff
	SubjectCustomer
)

// ColumnPolicy decides how privacy rules treat a column. Without HiddenReason 'Mis datos' shows it; without KeepReason
// an erasure empties it.
type ColumnPolicy struct {
	Subject      DataSubject
	HiddenReason string
	KeepReason   string
}

const (
	reasonDerived   = "derived from the customer's other data"
	reasonQueue     = "how the queue sends a message"
	reasonAnonymous = "only leads to counts without a name, which the business keeps"
	reasonTemporary = "a hash or a copy that is removed within days"
	reasonTechnical = "an internal id or counter"
	reasonPassPush  = "technical data for pushing pass updates to the customer's phone"
	reasonDevice    = "technical data about how the business's device sent it"
	reasonFamily    = "belongs to all members of the family; removed three years after the family is deleted"
)

// columnPolicies are the policies of tables without a column list. business_id needs none.
func columnPolicies() map[string]ColumnPolicy {
	return map[string]ColumnPolicy{
		`consents: kind granted given_at form text_version given_by`: {Subject: SubjectCustomer},
		`customer_texts: text received_at`:                           {Subject: SubjectCustomer},
		`customer_texts: id customer_id`:                             {Subject: SubjectCustomer, HiddenReason: reasonTechnical},
		`consents: replaced_at`:                                      {Subject: SubjectCustomer, HiddenReason: reasonDerived},
		`consents: id customer_id`:                                   {Subject: SubjectCustomer, HiddenReason: reasonTechnical},
		`merges: id kept_id merged_id merged_at undone_at undo_data`: {Subject: SubjectCustomer, HiddenReason: "a merge of records; its undo data are a copy of the customer's data, for 30 days"},
		`login_codes: scope phone_key requester_key code_hash tries_left expires_at customer_id message_id email_key session_id birthday_matched
		 phone_proofs: code_hash ticket_hash scope expires_at customer_id phone_key phone_hidden browser session_id requester_key
		 mails: id customer_id kind address sender subject text html created_at expires_at send_at tries claim
		 idempotency_keys: key request answer created_at
		 notices: id body received_at next_try_at tries done_at
		 answered_message_ids: id received_at`: {Subject: SubjectCustomer, HiddenReason: reasonTemporary},

		`import_claims: header value file_name claimed_at`: {Subject: SubjectCustomer},
		`import_claims: import_id customer_id number`:      {Subject: SubjectCustomer, HiddenReason: reasonTechnical},
		`import_rows: import_id run number reason cells customer_id effect`: {
			Subject: SubjectCustomer, HiddenReason: "undo data of an import: a copy of the customer's data, for 30 days"},

		`
usual_pictures: id taken_at`: {Subject: SubjectCustomer},
		`usual_pictures: customer_id width height`: {Subject: SubjectCustomer, HiddenReason: reasonTechnical},
		`usual_pictures: picture`:                  {Subject: SubjectCustomer, HiddenReason: "large: only the JSON download includes it; the portal shows it"},

		`revoked_qrs: qr_id customer_id ended_at`: {Subject: SubjectCustomer, HiddenReason: reasonTechnical},

		`passes: customer_id serial digest version modified_at ended_at
		 pass_holders: customer_id serial holder push_token registered_at vendor push_at push_urgency push_claim push_tries pushed_at`: {Subject: SubjectCustomer, HiddenReason: reasonPassPush},
		`google_passes: customer_id serial digest stamps owed notice_times last_callback_at`: {Subject: SubjectCustomer, HiddenReason: reasonPassPush},
		`portal_sessions: id phone_key email_key device opened_at seen_at expires_at`: {
			Subject: SubjectCustomer, HiddenReason: "the portal lists the customer's devices", KeepReason: "identifies no person: a hash and the kind of a browser, removed when the session ends, within 60 days"},

		`cards: id customer_id family_id stamps`: {Subject: SubjectCustomer, HiddenReason: reasonTechnical, KeepReason: reasonAnonymous},
		`handover_visits: id device_id key customer_id qr_ended phone name notes authorized visited_at received_at clock_skew_ms
		 handover_visits: outcome visit_id settled_at`: {Subject: SubjectCustomer, HiddenReason: "awaits the owner's decision whether it becomes a visit"},
		`families: name`:            {Subject: SubjectCustomer, KeepReason: reasonFamily},
		`families: sort_key search`: {Subject: SubjectCustomer, HiddenReason: reasonDerived, KeepReason: reasonFamily},
		`erasures: customer_id requested_at due_at erased_at`:                                         {Subject: SubjectCustomer, HiddenReason: "a customer who requested erasure cannot sign in any more", KeepReason: "proves that the customer was erased"},
		`audit_events: id at action subject_id detail customer_id action_group fields role device_id`: {Subject: SubjectCustomer, HiddenReason: "acts of the staff; rows appear only by id", KeepReason: "ids of rows, and short details that can be removed by hand; removed after six years"},

		`audit_events: address device`: {Subject: SubjectCustomer, HiddenReason: "where the staff and the customer acted; the portal lists the customer's devices", KeepReason: "where the staff acted; an erasure removes the entries about the customer's own acts"},

		`events: position number kind customer_id family_id card_id visit_id reward_id at local_day`: {
			Subject: SubjectCustomer, HiddenReason: "events for portals, passes and counters; the portal shows their results", KeepReason: "ids of rows; removed after 30 days"},

		`greetings: customer_id absence greeted_at local_day until_day`: {Subject: SubjectCustomer, HiddenReason: "the staff's greetings, which are in the customer's own chat"},
		`greetings: id`: {Subject: SubjectCustomer, HiddenReason: reasonTechnical},

		`staff_days: customers recovered_customers`: {Subject: SubjectCustomer, HiddenReason: reasonDerived, KeepReason: "ids of rows, or their hashes, which reveal nothing without those rows"},

		`customer_steps: customer_id origin registered_at is_archived first_day second_day half_at full_at redeemed_at months rhythm last_day`: {
			Subject: SubjectCustomer, HiddenReason: reasonDerived, KeepReason: reasonAnonymous},

		`staff_days: user_id visits new_customers returned returned_same third_visits authorized undone deleted recovered redeemed
		 greetings: user_id
		 devices: created_by revoked_by
		 handover_visits: scanned_by served_by settled_by
		 merges: merged_by undone_by
		 imports: created_by
		 usual_pictures: taken_by
		 business_keys: request
		 password_resets: user_id
		 recovery_codes: user_id
		 passkeys: user_id name
		 passkey_challenges: user_id
		 user_identities: user_id issuer subject
		 staff_sessions: user_id device address
		 invitations: user_id role
		 staff_mails: user_id address
		 refused_sign_ins: user_id local_day refused last_at
		 audit_events: actor_id`: {Subject: SubjectStaff},

		`business_keys: key created_at
		 message_usage: day message_count
		 staff_days: local_day
		 day_count_progress: position counted_from version
		 customer_step_progress: position counted_to is_complete version
		 chain_blocks: number previous hash sealed_at events_to newest_event backlog events_hash rows_hash event_seals row_seals
		 reward_days: local_day kind earned owed delays
		 pending_grants: last_card_id
		 data_jobs: claim lease_until rollback_data
		 business_moves: state place status changed_at
		 imports: id file_name state version run position rows_done mapping report counts undone failure created_at started_at finished_at undone_at expires_at lease lease_until
		 import_chunks: import_id number content
		 google_classes: digest
		 logos: picture
		 password_resets: token_hash token_version expires_at
		 recovery_codes: code_hash
		 passkeys: id credential_id public_key rp_id sign_count backup_eligible transports created_at used_at version
		 passkey_challenges: session_id purpose challenge expires_at
		 user_identities: created_at
		 staff_sessions: id token_version opened_at seen_at expires_at key_id
		 invitations: token_hash token_version expires_at
		 staff_mails: id kind sender subject text html created_at expires_at send_at tries claim
		 pass_reviews: cause after_customer
		 devices: id name created_at code_hash code_expires_at used_code_hash used_code_until token_hash enrolled_at seen_at app_version outbox_count outbox_oldest_at revoked_at
		 families: id policy version created_at archived_at`: {Subject: SubjectBusiness},

		`settings: name value
		 ended_sessions: id expires_at
		 attempts: key attempt_count ends_at`: {Subject: SubjectNone},
	}
}

// ColumnPolicies returns policies by "table.column".
func ColumnPolicies() map[string]ColumnPolicy {
	byColumn := map[string]ColumnPolicy{}
	businessRow.addPolicies("businesses", SubjectBusiness, byColumn)
	userRow.addPolicies("users", SubjectStaff, byColumn)
	customerRow.addPolicies("customers", SubjectCustomer, byColumn)
	visitRow.addPolicies("visits", SubjectCustomer, byColumn)
	adjustmentRow.addPolicies("adjustments", SubjectCustomer, byColumn)
	rewardRow.addPolicies("rewards", SubjectCustomer, byColumn)
	messageRow.addPolicies("messages", SubjectCustomer, byColumn)
	for columns, decision := range columnPolicies() {
		for line := range strings.Lines(columns) {
			table, names, _ := strings.Cut(strings.TrimSpace(line), ": ")
			for _, name := range strings.Fields(names) {
				byColumn[table+"."+name] = decision
			}
		}
	}
	return byColumn
}
