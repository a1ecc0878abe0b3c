package store_test

// excuse allows a method to walk through a table that grows.
type excuse struct {
	method string
	table  string // "*": any
	engine string // "": both
	why    string
}

func (e excuse) covers(w walk, engine string) bool {
	return e.method == w.method && (e.table == "*" || e.table == w.table) && (e.engine == "" || e.engine == engine)
}

const (
	upkeep    = "four times a day, a part at a time; an index would be written for each row and read for this alone"
	aPart     = "so many at a time: PostgreSQL, which is told how many, goes from those to their rows by the key; only unasked, as here, it expects a tenth of all"
	platform  = "of the whole platform, for its operator or for work in the background: some thousands of rows"
	ofAShop   = "some rows for each business"
	wholeList = "a list of the whole shop, searched and counted within an index"
	owedToAll = "begins with what is owed in the shop, within an index of that alone"
	erasing   = "once for a customer who is erased, in the background"
	archived  = "who has been archived, within an index of those alone"
	waiting   = "what waits, within an index of that alone"
)

func excuses() []excuse {
	return []excuse{
		{"Store.Check", "*", "", "it proves that the rules hold of every row"},
		{"Tx.Export", "*", "", "it hands over all that a business has"},

		{"PlatformTx.Activities", "customers", "", "counts the customers of the businesses on a page, within an index"},
		{"PlatformTx.AuditedBusinesses", "businesses", "sqlite", platform},
		{"PlatformTx.CustomersWritingTo", "businesses", "sqlite", "who has a number of her own, for each message that a customer writes to the platform's: some thousands of rows"},
		{"PlatformTx.GrantsUnderWay", "grants_under_way", "sqlite", platform},
		{"PlatformTx.ListBusinesses", "businesses", "sqlite", platform},
		{"PlatformTx.ListBusinesses", "users", "sqlite", ofAShop},
		{"PlatformTx.MarketingBusinesses", "businesses", "sqlite", platform},
		{"PlatformTx.Operators", "users", "sqlite", "a few for the whole platform, for the command line"},
		{"PlatformTx.SetStatus", "users", "sqlite", ofAShop},
		{"PlatformTx.UsersOf", "users", "sqlite", ofAShop},
		{"Tx.Devices", "devices", "sqlite", ofAShop},
		{"Tx.GrantUnderWay", "grants_under_way", "sqlite", "one row for each business"},
		{"Tx.GrantedUpTo", "grants_under_way", "sqlite", "one row for each business"},
		{"Tx.HandedVisits", "handed_visits", "", "what revoked devices have handed over, all of it on one page"},
		{"Tx.Devices", "handed_visits", "postgres", "what revoked devices have handed over"},
		{"Tx.SettleHanded", "handed_visits", "postgres", "what revoked devices have handed over"},

		{"PlatformTx.ListMessages", "messages", "", "newest first in the order of an index, and counted: for the operator, who searches texts"},
		{"PlatformTx.ListMessages", "customers", "postgres", archived},
		{"PlatformTx.BusinessesDue", "messages", "", "from one business that has messages waiting to the next, a step in the index each"},
		{"Tx.DueMessages", "customers", "postgres", archived},
		{"Tx.WaitingMessages", "messages", "", waiting},
		{"Tx.RefusedLast", "messages", "postgres", "the last one, at the end of an index"},

		{"Tx.ListCustomers", "customers", "", wholeList},
		{"Tx.ListCustomers", "rewards", "", owedToAll},
		{"Tx.ListCustomers", "cards", "postgres", owedToAll},
		{"Tx.ListFamilies", "families", "", wholeList},
		{"Tx.CountServices", "customers", "", wholeList},
		{"Tx.OwedRewards", "rewards", "", owedToAll},
		{"Tx.OwedRewards", "cards", "postgres", owedToAll},
		{"Tx.OwedRewards", "customers", "postgres", owedToAll},
		{"Tx.OwedRewards", "families", "", "the members of all families, within indexes"},
		{"Tx.VisitsByQuarter", "customers", "", archived},
		{"Tx.Silent", "customers", "", "looks at each customer of the shop, for the owner's week"},
		{"Tx.OneVisitShort", "consents", "postgres", "compares who came in some days with the consents of the shop, once a day in the background"},
		{"Tx.Audience", "customers", "", "counts whom of the whole shop marketing reaches, for a page of the settings"},
		{"Tx.Standings", "customers", "postgres", "reads a step of some hundred cards"},
		{"Tx.Standings", "cards", "postgres", "reads a step of some hundred cards"},

		{"PlatformTx.EraseFamilies", "families", "", upkeep},
		{"PlatformTx.ForgetSessions", "ended_sessions", "", upkeep},
		{"PlatformTx.WithoutRhythm", "customers", "sqlite", upkeep},
		{"PlatformTx.OldKeys", "idempotency_keys", "", upkeep},
		{"PlatformTx.RemoveBusinessKeys", "business_keys", "", upkeep},
		{"PlatformTx.RemoveSettledVisits", "handed_visits", "", upkeep},
		{"PlatformTx.RemoveHandedVisits", "handed_visits", "", upkeep},
		{"PlatformTx.RemoveInbound", "inbound_messages", "postgres", aPart},
		{"PlatformTx.RemoveMessages", "messages", "postgres", aPart},
		{"PlatformTx.RemoveNotices", "notices", "postgres", aPart},
		{"PlatformTx.RemoveProofs", "phone_proofs", "postgres", aPart},
		{"PlatformTx.RemoveUnusedDevices", "devices", "sqlite", upkeep},
		{"Tx.Erase", "audit_events", "", "what was taken back, within an index of that alone"},
		{"Tx.Erase", "handed_visits", "postgres", erasing},
		{"Tx.Erase", "login_codes", "postgres", erasing},
		{"Tx.Erase", "phone_proofs", "postgres", erasing},
	}
}
