package loyalty_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"axioma/internal/loyalty"
)

func actionConstants(t *testing.T) (actions []loyalty.Action) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "audit.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(node ast.Node) bool {
		spec, ok := node.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 || !strings.HasPrefix(spec.Names[0].Name, "Action") {
			return true
		}
		value, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		actions = append(actions, loyalty.Action(value))
		return true
	})
	return actions
}

func TestActions_EachConstant_HasASentence(t *testing.T) {
	t.Parallel()
	constants := actionConstants(t)
	actions := loyalty.Actions()
	slices.Sort(constants)
	if len(constants) < 90 || !slices.Equal(constants, actions) {
		t.Fatalf("the constants are %q, those with a sentence %q", constants, actions)
	}
	for _, action := range actions {
		entry := loyalty.AuditEntry{Action: action, SubjectID: "s", Detail: "d", ActorID: "u"}
		var sentence strings.Builder
		for _, part := range entry.Sentence(loyalty.AuditNames{Customer: "Ana", Subject: "Luis"}) {
			sentence.WriteString(part.Text)
		}
		if text := sentence.String(); text == "" || strings.ContainsAny(text, "{}") || text == string(action) {
			t.Errorf("%s reads %q", action, text)
		}
		if !slices.Contains(loyalty.ActionGroups(), action.Group()) {
			t.Errorf("%s has the group %q", action, action.Group())
		}
	}
}

func TestAuditEntry_Sentence(t *testing.T) {
	t.Parallel()
	names := loyalty.AuditNames{Customer: "Ana Ruiz", Subject: "Los Ruiz"}
	for want, entry := range map[string]loyalty.AuditEntry{
		"cambió el teléfono y el correo de Ana Ruiz": {ActorID: "u", Action: loyalty.ActionCustomerChanged, SubjectID: "c", Fields: []string{"phone", "email"}},
		"cambió datos de Ana Ruiz":                   {ActorID: "u", Action: loyalty.ActionCustomerChanged, SubjectID: "c"},
		"cambió el correo de su ficha":               {Role: loyalty.ActorCustomer, Action: loyalty.ActionCustomerChanged, SubjectID: "c", Fields: []string{"email"}},
		"se registró":                                {Action: loyalty.ActionCustomerRegistered, SubjectID: "c"},
		"corrigió los sellos de Ana Ruiz: +2":        {ActorID: "u", Action: loyalty.ActionCardCorrected, SubjectID: "a", Detail: "c +2"},
		"añadió a Ana Ruiz a la familia Los Ruiz":    {ActorID: "u", Action: loyalty.ActionFamilyJoined, SubjectID: "f", Detail: "c"},
		"miró la ficha de Ana Ruiz":                  {ActorID: "u", Action: loyalty.ActionRecordRead, SubjectID: "c"},
		"cambió los ajustes del negocio: las visitas del bono, el color y el correo de la semana": {
			ActorID: "u", Action: loyalty.ActionBusinessChanged, SubjectID: "b", Fields: []string{"visitTarget", "colour", "weekMail"},
		},
		"future.act": {ActorID: "u", Action: "future.act"},
	} {
		var got strings.Builder
		for _, part := range entry.Sentence(names) {
			got.WriteString(part.Text)
			if part.IsCustomer != (part.Text == names.Customer) || part.IsCustomer && !part.IsName {
				t.Errorf("the sentence %q marks the part %+v wrongly", want, part)
			}
		}
		if got.String() != want {
			t.Errorf("%+v reads %q, want %q", entry, got.String(), want)
		}
	}
}

func TestAuditEntry_Sentence_NamesAFamilyOnce(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Familia Ruiz": "creó la familia Ruiz", "familia  Ruiz": "creó la familia Ruiz", "Los Ruiz": "creó la familia Los Ruiz",
		"Familia": "creó la familia Familia", "": "creó la familia sin nombre",
	} {
		entry := loyalty.AuditEntry{ActorID: "u", Action: loyalty.ActionFamilyCreated, SubjectID: "f"}
		var got strings.Builder
		for _, part := range entry.Sentence(loyalty.AuditNames{Subject: name}) {
			got.WriteString(part.Text)
		}
		if got.String() != want {
			t.Errorf("the family %q: %q, want %q", name, got.String(), want)
		}
	}
}

func TestAuditEntry_ActedByRole_OfOldEntries(t *testing.T) {
	t.Parallel()
	for want, entry := range map[loyalty.ActorRole]loyalty.AuditEntry{
		loyalty.ActorSystem:   {Action: loyalty.ActionCustomerErased, SubjectID: "c"},
		loyalty.ActorCustomer: {Action: loyalty.ActionPortalSignIn, SubjectID: "c"},
		loyalty.ActorPublic:   {Action: loyalty.ActionDeviceEnrolled, SubjectID: "d"},
		"":                    {Action: loyalty.ActionVisitRegistered, ActorID: "u", Detail: "c"},
	} {
		if got := entry.ActedByRole(); got != want {
			t.Errorf("%s was done by %q, want %q", entry.Action, got, want)
		}
	}
}

func TestChangedFields_NameEachDifference(t *testing.T) {
	t.Parallel()
	former := loyalty.Customer{Name: "Ana", Phone: "+34600111222", Version: 1}
	now := loyalty.Customer{Name: "Ana", Phone: "+34600111223", Notes: "x", Version: 2}
	if got := loyalty.ChangedCustomerFields(former, now); !slices.Equal(got, []string{"phone", "notes"}) {
		t.Errorf("the fields are %q, want phone and notes", got)
	}
	business := loyalty.Business{VisitTarget: 10, Premises: loyalty.Premises{Address: "a"}}
	changedBusiness := business
	changedBusiness.VisitTarget, changedBusiness.Premises.Phone = 8, "+34600111222"
	if got := loyalty.ChangedSettings(business, changedBusiness); !slices.Equal(got, []string{"visitTarget", "premises"}) {
		t.Errorf("the settings are %q, want visitTarget and premises", got)
	}
}
