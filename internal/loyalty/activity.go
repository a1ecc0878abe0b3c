package loyalty

import (
	"cmp"
	"slices"
	"strings"
)

// ActionGroup is a kind of act, by which the activity is filtered.
type ActionGroup string

// The groups of acts.
const (
	GroupVisits    ActionGroup = "VISITS"
	GroupRewards   ActionGroup = "REWARDS"
	GroupCustomers ActionGroup = "CUSTOMERS" // records, cards, families, consents
	GroupPortal    ActionGroup = "PORTAL"    // what customers do in their portal
	GroupAccess    ActionGroup = "ACCESS"    // sign-ins and accounts of the staff
	GroupSettings  ActionGroup = "SETTINGS"  // the business, its devices and messages
	GroupReads     ActionGroup = "READS"     // files, exports, and what operators looked at
)

// ActionGroups returns all groups, in the order of a filter.
func ActionGroups() []ActionGroup {
	return []ActionGroup{GroupVisits, GroupRewards, GroupCustomers, GroupPortal, GroupAccess, GroupSettings, GroupReads}
}

// Group returns the group of an action, by the first word of its name. Migration 00120 has the same rule in SQL.
func (a Action) Group() ActionGroup {
	if a == ActionExported || a == ActionCustomersExported {
		return GroupReads
	}
	noun, _, _ := strings.Cut(string(a), ".")
	switch noun {
	case "visit":
		return GroupVisits
	case "reward":
		return GroupRewards
	case "portal":
		return GroupPortal
	case "user":
		return GroupAccess
	case "read":
		return GroupReads
	case "business", "device", "message", "import":
		return GroupSettings
	}
	return GroupCustomers
}

// CustomerID returns the customer whom an entry is about, empty for none. Migration 00120 has the same rule in SQL.
func (e AuditEntry) CustomerID() string {
	inDetail, _, _ := strings.Cut(e.Detail, " ")
	if !ValidID(inDetail) {
		inDetail = ""
	}
	noun, _, _ := strings.Cut(string(e.Action), ".")
	switch e.Action {
	case ActionOpeningRecorded, ActionOpeningUndone, ActionCardCorrected, ActionFamilyJoined, ActionFamilyRole, ActionFamilyLeft, ActionVisitAwaitsOwner:
		return inDetail
	case ActionClaimRejected, ActionRecordRead:
		return e.SubjectID
	}
	switch noun {
	case "visit", "reward":
		return inDetail
	case "customer", "consent", "portal", "usual":
		return e.SubjectID
	}
	return ""
}

// ActedByRole returns the role of the actor. Entries without a role and without a user were made by the customer whom
// they are about, or by the public.
func (e AuditEntry) ActedByRole() ActorRole {
	switch {
	case e.ActorID == "" && actionRows()[e.Action].bySystem: // an attacker or the new owner of a phone caused it
		return ActorSystem
	case e.Role != "" || e.ActorID != "":
		return e.Role
	case e.CustomerID() != "":
		return ActorCustomer
	}
	return ActorPublic
}

// detailText returns the detail for readers: without the customer's id in front.
func (e AuditEntry) detailText() string {
	if customerID := e.CustomerID(); customerID != "" && strings.HasPrefix(e.Detail, customerID) {
		return strings.TrimSpace(strings.TrimPrefix(e.Detail, customerID))
	}
	return e.Detail
}

// SentencePart is a piece of a sentence.
type SentencePart struct {
	Text       string
	IsName     bool // of a person, family, device or file: not to be translated
	IsCustomer bool // the name of the customer whom the entry is about
}

// AuditNames are the current names of the people and things of an entry.
type AuditNames struct{ Customer, Subject string }

// Sentence returns what was done, in Spanish and without the actor: 'cambió el teléfono de Ana Ruiz'.
func (e AuditEntry) Sentence(names AuditNames) []SentencePart {
	row := actionRows()[e.Action]
	template := row.sentence
	role := e.ActedByRole()
	switch {
	case row.own != "" && (role == ActorCustomer || role == ActorPublic):
		template = row.own
	case row.onMachine != "" && role == ActorSystem:
		template = row.onMachine
	}
	if template == "" {
		return []SentencePart{{Text: string(e.Action)}}
	}
	var parts []SentencePart
	for template != "" {
		before, rest, found := strings.Cut(template, "{")
		if before != "" {
			parts = append(parts, SentencePart{Text: before})
		}
		if !found {
			break
		}
		var placeholder string
		placeholder, template, _ = strings.Cut(rest, "}")
		parts = append(parts, e.fill(placeholder, names))
	}
	return parts
}

func (e AuditEntry) fill(placeholder string, names AuditNames) SentencePart {
	switch placeholder {
	case "customer":
		return SentencePart{Text: cmp.Or(names.Customer, "un cliente"), IsName: names.Customer != "", IsCustomer: names.Customer != ""}
	case "subject":
		return SentencePart{Text: cmp.Or(names.Subject, "sin nombre"), IsName: names.Subject != ""}
	case "fields":
		return SentencePart{Text: cmp.Or(FieldNames(e.Fields), "datos")}
	}
	detail := e.detailText()
	return SentencePart{Text: cmp.Or(detail, "sin más datos"), IsName: detail != ""}
}

// Actions returns all actions in alphabetical order.
func Actions() []Action {
	actions := make([]Action, 0, len(actionRows()))
	for action := range actionRows() {
		actions = append(actions, action)
	}
	slices.Sort(actions)
	return actions
}
