package store

import "strings"

// Whose says of whom a column tells something.
type Whose int

// Of whom.
const (
	OfNobody   Whose = iota + 1 // of nobody: how the program works
	OfBusiness                  // of a business or of the platform
	OfStaff                     // of those who work there
	OfCustomer                  // of a customer
)

// Decision is what was decided of a column of the database. Of a customer's
// data it says two things, each as the empty text or as the reason why not: that
// she finds them in 'Mis datos', and that they are removed when she is erased.
type Decision struct {
	Whose  Whose
	Hidden string // why it is not in 'Mis datos'
	Stays  string // why it stays when she is erased
}

const (
	derived   = "made from her other data"
	errand    = "how the queue sends a message"
	nameless  = "leads to counts without a name: the shop's numbers stay"
	shortly   = "a hash or a copy that is removed within days"
	technical = "the number of a row"
	telephone = "how her telephone is told that her pass has changed"
	device    = "how the shop's device sent it"
	ofFamily  = "belongs to those who are in it; removed three years after the family is deleted"
)

// decisions has every column of the tables whose columns no list of this package has,
// as "table: column column …". business_id, which says whose a row is, needs none.
func decisions() map[string]Decision {
	return map[string]Decision{
		`consents: kind granted given_at form text_version given_by`: {Whose: OfCustomer},
		`customer_texts: text received_at`:                           {Whose: OfCustomer},
		`customer_texts: id customer_id`:                             {Whose: OfCustomer, Hidden: technical},
		`consents: replaced_at`:                                      {Whose: OfCustomer, Hidden: derived},
		`consents: id customer_id`:                                   {Whose: OfCustomer, Hidden: technical},
		`merges: id kept_id merged_id merged_at undone_at moved`:     {Whose: OfCustomer, Hidden: "that records were made one; what it takes to undo it is a copy of her data, for 30 days"},
		`login_codes: scope phone_key asker code_hash tries_left expires_at customer_id message_id email_key session_id birthday_said
		 phone_proofs: code_hash ticket_hash scope expires_at customer_id phone_key phone_hidden browser session_id asker
		 mails: id customer_id kind address sender subject text html created_at expires_at send_at tries claim
		 idempotency_keys: key request answer created_at
		 notices: id body received_at next_try_at tries done_at
		 inbound_messages: id received_at`: {Whose: OfCustomer, Hidden: shortly},

		`ended_qrs: qr_id customer_id ended_at`: {Whose: OfCustomer, Hidden: technical},

		`passes: customer_id serial says version modified_at ended_at
		 pass_holders: customer_id serial holder push_token registered_at vendor push_at push_urgency push_claim push_tries pushed_at`: {Whose: OfCustomer, Hidden: telephone},
		`google_passes: customer_id serial says stamps owed noticed heard_at`: {Whose: OfCustomer, Hidden: telephone},
		`portal_sessions: id phone_key email_key device opened_at seen_at expires_at`: {
			Whose: OfCustomer, Hidden: "she sees her devices in her portal", Stays: "names nobody: a hash and the kind of a browser, removed with the session's end, within 60 days"},

		`cards: id customer_id family_id stamps`: {Whose: OfCustomer, Hidden: technical, Stays: nameless},
		`handed_visits: id device_id key customer_id qr_ended phone name notes authorized visited_at received_at clock_skew_ms
		 handed_visits: outcome visit_id settled_at`: {Whose: OfCustomer, Hidden: "waits for somebody to decide whether it becomes a visit"},
		`families: name`:            {Whose: OfCustomer, Stays: ofFamily},
		`families: sort_key search`: {Whose: OfCustomer, Hidden: derived, Stays: ofFamily},
		`erasures: customer_id requested_at due_at erased_at`: {Whose: OfCustomer, Hidden: "who has one sees nothing any more", Stays: "shows that she was erased"},
		`audit_events: id at action subject_id detail`:        {Whose: OfCustomer, Hidden: "what the staff did; it names rows by their numbers", Stays: "numbers of rows, and the words behind one that are removed by hand; removed after six years"},

		`events: position number kind customer_id family_id card_id visit_id reward_id at`: {
			Whose: OfCustomer, Hidden: "what has happened, for portals, passes and counters; she sees what came of it", Stays: "numbers of rows; removed after 30 days"},

		`devices: created_by revoked_by
		 handed_visits: scanned_by settled_by
		 merges: merged_by undone_by
		 business_keys: request
		 password_resets: user_id
		 staff_mails: user_id address
		 audit_events: actor_id`: {Whose: OfStaff},

		`business_keys: key created_at
		 message_usage: day used
		 grants_under_way: after_card
		 google_classes: says
		 logos: picture
		 password_resets: token_hash token_version expires_at
		 staff_mails: id kind sender subject text created_at expires_at send_at tries claim
		 pass_reviews: cause after_customer
		 devices: id name created_at code_hash code_expires_at used_code_hash used_code_until token_hash enrolled_at seen_at app_version waiting waiting_from_at revoked_at
		 families: id policy version created_at archived_at`: {Whose: OfBusiness},

		`settings: name value
		 ended_sessions: id expires_at
		 attempts: key used ends_at`: {Whose: OfNobody},
	}
}

// Decisions returns what was decided of each column, by table.column.
func Decisions() map[string]Decision {
	byColumn := map[string]Decision{}
	businessRow.addDecisions("businesses", OfBusiness, byColumn)
	userRow.addDecisions("users", OfStaff, byColumn)
	customerRow.addDecisions("customers", OfCustomer, byColumn)
	visitRow.addDecisions("visits", OfCustomer, byColumn)
	adjustmentRow.addDecisions("adjustments", OfCustomer, byColumn)
	rewardRow.addDecisions("rewards", OfCustomer, byColumn)
	messageRow.addDecisions("messages", OfCustomer, byColumn)
	for columns, decision := range decisions() {
		for line := range strings.Lines(columns) {
			table, names, _ := strings.Cut(strings.TrimSpace(line), ": ")
			for _, name := range strings.Fields(names) {
				byColumn[table+"."+name] = decision
			}
		}
	}
	return byColumn
}
