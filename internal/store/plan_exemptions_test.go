package store_test

// exemption allows a method to scan a table that grows.
type exemption struct {
	method string
	table  string // "*": any
	engine string // "": both
	why    string
}

func (e exemption) covers(w walk, engine string) bool {
	return e.method == w.method && (e.table == "*" || e.table == w.table) && (e.engine == "" || e.engine == engine)
}

const (
	maintenance  = "four times a day, a part at a time; an index would be written for each row and read for this alone"
	aPart        = "so many at a time: PostgreSQL, which is told how many, goes from those to their rows by the key; only unasked, as here, it expects a tenth of all"
	platform     = "of the whole platform, for its operator or for work in the background: some thousands of rows"
	ofAShop      = "some rows for each business"
	wholeList    = "a list of the whole shop, searched and counted within an index"
	owedToAll    = "begins with what is owed in the shop, within an index of that alone"
	erasing      = "once for a customer who is erased, in the background"
	archived     = "who has been archived, within an index of those alone"
	importedRows = "without such rows PostgreSQL begins with the shop; with them it goes by the customer, the second column of the index"
	changedPart  = "so many ids at a time: here they are a third of the shop, which PostgreSQL reads whole; of a large shop it reads those by the key"
	waiting      = "what waits, within an index of that alone"
)

func exemptions() []exemption {
	return []exemption{
		{"Store.Check", "*", "", "it proves that the rules hold of every row"},
		{"Tx.Export", "*", "", "it hands over all that a business has"},
		{"PlatformCustomers.Shared", "*", "", "lists all customers who share a telephone, for the command line"},
		{"PlatformPasses.ReviewAll", "*", "", "of all, once, in a copy that nobody uses yet"},
		{"Moves.Get", "*", "", "one row for each business that moves"},
		{"Moves.End", "*", "", "one row for each business that moves"},
		{"Moves.CountUnderWay", "*", "", "what waits in one shop, once when it moves"},
		{"Moves.CountKeyed", "*", "", "the devices and passes of one shop, once when it moves"},
		{"Restores.HoldOutgoing", "*", "", "of all that waits, once, in a copy of the data"},
		{"Restores.CountHeldOutgoing", "messages", "", waiting},
		{"PortalSessions.CloseOpenedBefore", "portal_sessions", "", "of all, a part at a time, when the operator ends every session"},
		{"PlatformQueue.Restored", "messages", "", "from one business that has messages waiting to the next, a step in the index each"},

		{"PlatformBusinesses.Activities", "customers", "", "counts the customers of the businesses on a page, within an index"},
		{"Trail.List", "audit_events", "", "the newest entries in the order of the key, at most 5,000 at a time"},
		{"PlatformTrail.Businesses", "businesses", "sqlite", platform},
		{"PlatformBusinesses.ByWeekPhone", "businesses", "sqlite", "who has a number of their own, for each opt-out: some thousands of rows"},
		{"PlatformCustomers.BySender", "businesses", "sqlite", "who has a number of her own, for each message that a customer writes to the platform's: some thousands of rows"},
		{"Passes.GoogleClass", "google_classes", "", "one row for each business"},
		{"PlatformPassReviews.InProgress", "pass_reviews", "", platform},
		{"PlatformPassReviews.WithHolders", "pass_holders", "", "from one business with passes to the next, a step in the index each"},
		{"Reports.DayCountProgress", "day_count_progress", "sqlite", "one row for each business"},
		{"CustomerSteps.Progress", "customer_step_progress", "sqlite", "one row for each business"},
		{"CustomerSteps.Restart", "customer_step_progress", "sqlite", "one row for each business"},
		{"CustomerSteps.Store", "customer_step_progress", "sqlite", "one row for each business"},
		{"CustomerSteps.ChangedSince", "rewards", "postgres", changedPart},
		{"CustomerSteps.ChangedSince", "customers", "postgres", changedPart},
		{"Reports.StoreDays", "day_count_progress", "sqlite", "one row for each business"},
		{"Reports.RestartDayCounts", "day_count_progress", "sqlite", "one row for each business"},
		{"Reports.StoredRewardDays", "reward_days", "", "some rows for each day of the shop, for an owner's page"},
		{"PlatformBusinesses.Uncounted", "*", "", "once at the start, a row for each business"},
		{"PlatformBusinesses.Counted", "*", "", "it proves that the rules hold of every row"},
		{"Reports.ChangedRewardDays", "cards", "postgres", "the cards of fifty customers at a time; in a shop of 400 PostgreSQL reads the shop's"},
		{"Reports.FirstReward", "rewards", "postgres", "the first one, at the beginning of an index"},
		{"Reports.OwedToArchived", "customers", "sqlite", archived},
		{"Reports.OwedToArchived", "families", "sqlite", "the families of the shop, for an owner's page"},
		{"Reports.OwedToArchived", "*", "postgres", "hashes the cards and customers of the shop once, for an owner's page"},
		{"Reports.CountStaffDays", "customers", "postgres", "the visits of some days, in the background; PostgreSQL hashes the customers of the shop"},
		{"Erasures.Erase", "import_rows", "postgres", importedRows},
		{"Erasures.Erase", "import_claims", "postgres", importedRows},
		{"Imports.ClaimsOf", "import_claims", "postgres", importedRows},
		{"Business.FirstStepFacts", "imports", "", "the imports of 30 days, some for each business"},
		{"Business.FirstStepFacts", "*", "", "the first row of a business, at the beginning of an index"},
		{"QRLabels.ByName", "customers", "", "the next customers in the order of the index, a page at a time"},
		{"Reports.FirstVisitDay", "visits", "", "the first one, at the beginning of an index"},
		{"Events.Append", "events", "sqlite", "the last one, at the end of an index"},
		{"PlatformEvents.Last", "events", "sqlite", "the last one, at the end of an index"},
		{"Events.Append", "event_offset", "postgres", "one row"},
		{"PlatformEvents.Last", "event_offset", "postgres", "one row"},
		{"PlatformEvents.AppendToAll", "businesses", "sqlite", platform},
		{"PlatformEvents.Before", "events", "", "back from the newest to one of some seconds before, in the order of an index, once at the start"},
		{"PlatformEvents.LastUntil", "events", "", "from the oldest to one that is kept, in the order of an index, once a night"},
		{"PlatformEvents.Oldest", "events", "", "the oldest ones, a part at a time, in the order of an index"},
		{"PlatformEvents.RemoveUpTo", "events", "postgres", "the oldest ones, a part at a time, in the order of an index"},
		{"Passes.ReviewInProgress", "pass_reviews", "", "one row for each business"},
		{"Passes.SaveReviewProgress", "pass_reviews", "", "one row for each business"},
		{"PlatformPushes.Waiting", "pass_holders", "", waiting},
		{"PlatformDataJobs.Interrupted", "data_jobs", "", "a row for each download or restore that is running"},
		{"RestoredRows.Each", "*", "", "reads all of a copy, in a database of its own"},
		{"EachBookEntry", "*", "", "lists all customers for their owner"},
		{"DataJobs.TakeOver", "data_jobs", "", "one row of a business, by its key"},
		{"DataJobs.Renew", "data_jobs", "", "one row of a business, by its key"},
		{"DataJobs.SetUndo", "data_jobs", "", "one row of a business, by its key"},
		{"DataJobs.End", "data_jobs", "", "one row of a business, by its key"},
		{"DataJobs.Release", "data_jobs", "", "one row of a business, by its key"},
		{"DataJobs.IsRestoring", "data_jobs", "", "one row of a business, by its key"},
		{"RestoredRows.Has", "*", "", "the first row of a shop, within its key"},
		{"RestoredRows.Trail", "audit_events", "", "the first thousand entries of a shop that has no customers"},
		{"RestoredRows.Days", "message_usage", "", ofAShop},
		{"RestoredRows.Remove", "*", "", "takes out all rows of a shop, 200 at a time, after a restore that failed"},
		{"PlatformImports.InProgress", "imports", "", waiting},
		{"PlatformGrants.InProgress", "pending_grants", "sqlite", platform},
		{"PlatformBusinesses.Count", "businesses", "", platform},
		{"PlatformBusinesses.List", "businesses", "sqlite", platform},
		{"PlatformBusinesses.List", "users", "sqlite", ofAShop},
		{"PlatformBusinesses.WithMarketing", "businesses", "sqlite", platform},
		{"PlatformUsers.LockOperators", "users", "sqlite", "a few for the whole platform, for the command line"},
		{"PlatformUsers.Of", "users", "sqlite", ofAShop},
		{"Devices.List", "devices", "sqlite", ofAShop},
		{"Imports.List", "imports", "", ofAShop},
		{"Imports.CountOpen", "imports", "sqlite", ofAShop},
		{"Grants.InProgress", "pending_grants", "sqlite", "one row for each business"},
		{"Grants.SaveProgress", "pending_grants", "sqlite", "one row for each business"},
		{"Business.Logo", "logos", "sqlite", "one row for each business"},
		{"Business.RemoveLogo", "logos", "sqlite", "one row for each business"},
		{"HandoverVisits.List", "handover_visits", "postgres", "what revoked devices have handed over, all of it on one page"},
		{"Devices.List", "handover_visits", "postgres", "what revoked devices have handed over"},
		{"HandoverVisits.Settle", "handover_visits", "postgres", "what revoked devices have handed over"},

		{"PlatformMessages.List", "messages", "", "newest first in the order of an index, and counted: for the operator, who searches texts"},
		{"PlatformMessages.List", "customers", "postgres", archived},
		{"PlatformQueue.Businesses", "messages", "", "from one business that has messages waiting to the next, a step in the index each"},
		{"PlatformQueue.Waiting", "messages", "", waiting},
		{"Notices.Waiting", "notices", "", waiting},
		{"PlatformMails.Waiting", "mails", "postgres", waiting},
		{"StaffMails.Waiting", "staff_mails", "postgres", waiting},
		{"Visits.AwaitingRemoval", "visits", "postgres", waiting},
		{"Phones.Released", "customers", "postgres", waiting},
		{"Queue.Due", "customers", "postgres", archived},
		{"Messages.CountWaiting", "messages", "", waiting},
		{"Messages.IsLastRefused", "messages", "postgres", "the last one, at the end of an index"},
		{"Messages.IsSenderRefused", "messages", "postgres", waiting},

		{"Customers.List", "customers", "", wholeList},
		{"Customers.List", "rewards", "", owedToAll},
		{"Customers.List", "cards", "postgres", owedToAll},
		{"Families.List", "families", "", wholeList},
		{"Reports.Services", "customers", "", wholeList},
		{"Week.CountOwing", "rewards", "", owedToAll},
		{"Week.CountOwing", "cards", "postgres", owedToAll},
		{"Week.CountOwing", "customers", "postgres", owedToAll},
		{"Week.CountOwing", "families", "", "the members of all families, within indexes"},
		{"Reports.VisitsByQuarter", "customers", "", archived},
		{"Week.Silent", "customers", "", "looks at each customer of the shop, for the owner's week"},
		{"Marketing.OneVisitShort", "consents", "postgres", "compares who came in some days with the consents of the shop, once a day in the background"},
		{"Marketing.Audience", "customers", "", "counts whom of the whole shop marketing reaches, for a page of the settings"},
		{"Progress.After", "customers", "postgres", "reads a step of some hundred cards"},
		{"Progress.After", "cards", "postgres", "reads a step of some hundred cards"},

		{"Retention.EraseFamilies", "families", "", maintenance},
		{"RefusedSignIns.RemoveBefore", "refused_sign_ins", "postgres", aPart},
		{"Sessions.Forget", "ended_sessions", "", maintenance},
		{"PortalSessions.Forget", "portal_sessions", "", maintenance},
		{"PlatformCustomers.WithoutRhythm", "customers", "sqlite", maintenance},
		{"PlatformStoredResponses.KeysBefore", "idempotency_keys", "", maintenance},
		{"BusinessKeys.Remove", "business_keys", "", maintenance},
		{"Retention.RemoveSettledVisits", "handover_visits", "", maintenance},
		{"Retention.RemoveHandedVisits", "handover_visits", "", maintenance},
		{"Notices.RemoveInbound", "answered_message_ids", "postgres", aPart},
		{"Retention.RemoveMessages", "messages", "postgres", aPart},
		{"Notices.Remove", "notices", "postgres", aPart},
		{"Proofs.RemoveExpired", "phone_proofs", "postgres", aPart},
		{"Passkeys.RemoveExpired", "passkey_challenges", "postgres", aPart},
		{"StaffSessions.RemoveExpired", "staff_sessions", "postgres", aPart},
		{"PlatformDevices.RemoveUnused", "devices", "sqlite", maintenance},
		{"PlatformDevices.ForgetUsedCodes", "devices", "sqlite", maintenance},
		{"Erasures.Erase", "audit_events", "", "what was taken back, within an index of that alone"},
		{"Erasures.Erase", "handover_visits", "postgres", erasing},
		{"Erasures.Erase", "login_codes", "postgres", erasing},
		{"Erasures.Erase", "phone_proofs", "postgres", erasing},
	}
}
