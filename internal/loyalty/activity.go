package loyalty

import (
	"cmp"
	"slices"
	"strings"
)

// ActionGroup is a kind of act, for filters.
type ActionGroup string

// Groups of acts.
const (
	GroupVisits    ActionGroup = "VISITS"
	GroupRewards   ActionGroup = "REWARDS"
	GroupCustomers ActionGroup = "CUSTOMERS"
	GroupPortal    ActionGroup = "PORTAL"
	GroupAccess    ActionGroup = "ACCESS"
	GroupSettings  ActionGroup = "SETTINGS"
	GroupReads     ActionGroup = "READS"
)

// ActionGroups returns all groups in the order of the filter.
func ActionGroups() []ActionGroup {
	return []ActionGroup{GroupVisits, GroupRewards, GroupCustomers, GroupPortal, GroupAccess, GroupSettings, GroupReads}
}

// Group returns the group by the first word of the action's name, except for exports. Migration 00120 did the same for
// older entries, before reads were recorded.
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

// CustomerID returns the id of the entry's customer, or "". Migration 00120 did the same for older
// entries, before reads were recorded.
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

// ActedByRole returns the actor's role, or "" for an older entry of a user. Entries without role and user are the
// system's, the customer's or the public's.
func (e AuditEntry) ActedByRole() ActorRole {
	switch {
	case e.ActorID == "" && actionRows()[e.Action].bySystem: // even if a request of another person caused it
		return ActorSystem
	case e.Role != "" || e.ActorID != "":
		return e.Role
	case e.CustomerID() != "":
		return ActorCustomer
	}
	return ActorPublic
}

func (e AuditEntry) detailText() string {
	if customerID := e.CustomerID(); customerID != "" && strings.HasPrefix(e.Detail, customerID) {
		return strings.TrimSpace(strings.TrimPrefix(e.Detail, customerID))
	}
	return e.Detail
}

// SentencePart is part of a sentence.
type SentencePart struct {
	Text       string
	IsName     bool // not translated
	IsCustomer bool
}

// AuditNames are the current names for an entry.
type AuditNames struct{ Customer, Subject string }

// Sentence describes the act in Spanish, without the actor: 'cambió el teléfono de Ana Ruiz'.
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
	case "family": // 'la familia Ruiz', not 'la familia Familia Ruiz'
		return SentencePart{Text: cmp.Or(bareFamilyName(names.Subject), "sin nombre"), IsName: names.Subject != ""}
	case "fields":
		return SentencePart{Text: cmp.Or(FieldNames(e.Fields), "datos")}
	}
	detail := e.detailText()
	return SentencePart{Text: cmp.Or(detail, "sin más datos"), IsName: detail != ""}
}

func bareFamilyName(name string) string {
	first, rest, _ := strings.Cut(name, " ")
	if rest = strings.TrimSpace(rest); rest != "" && strings.EqualFold(first, "familia") {
		return rest
	}
	return name
}

// Actions returns all actions, sorted.
func Actions() []Action {
	actions := make([]Action, 0, len(actionRows()))
	for action := range actionRows() {
		actions = append(actions, action)
	}
	slices.Sort(actions)
	return actions
}
