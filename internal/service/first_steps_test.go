package service_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
)

func doneSteps(t *testing.T, shop *servicetest.Shop) []loyalty.FirstStep {
	t.Helper()
	list, err := shop.Cases.FirstSteps.Show(t.Context(), shop.Admin)
	if err != nil {
		t.Fatal(err)
	}
	steps := []loyalty.FirstStep{}
	for _, step := range list.Steps {
		if step.Done {
			steps = append(steps, step.Step)
		}
	}
	return steps
}

func TestFirstSteps_Data_CompleteSteps(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	busy := shop.Town.Shop(t)
	busy.Visit(busy.Customer("Otra"))
	if steps := doneSteps(t, shop); !slices.Equal(steps, []loyalty.FirstStep{loyalty.StepStaff}) {
		t.Fatalf("a new business with staff has done %q, want %q", steps, []loyalty.FirstStep{loyalty.StepStaff})
	}
	set := func(changes loyalty.SettingChanges) {
		t.Helper()
		if _, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, changes, false); err != nil {
			t.Fatal(err)
		}
	}
	text := func(value string) loyalty.Change { return loyalty.Change{Sent: true, Value: value} }
	ana := loyalty.Customer{}
	for _, step := range []struct {
		step loyalty.FirstStep
		do   func()
	}{
		{loyalty.StepLook, func() { set(loyalty.SettingChanges{Colour: new("BLUE")}) }},
		{loyalty.StepLegal, func() {
			set(loyalty.SettingChanges{Legal: loyalty.LegalChanges{Name: text("Ana SL"), TaxID: text("B12345674"), Address: text("Calle Mayor 1"), Email: text("ana@axioma.test")}})
		}},
		{loyalty.StepTargets, func() { set(loyalty.SettingChanges{WelcomeText: text("Un 10 %")}) }},
		{loyalty.StepCustomer, func() { ana = shop.Customer("Ana") }},
		{loyalty.StepPaper, func() { recordOpening(t, shop, ana.ID, 4) }},
		{loyalty.StepStamp, func() { shop.Visit(ana) }},
	} {
		if slices.Contains(doneSteps(t, shop), step.step) {
			t.Errorf("%s must not be done before the act", step.step)
		}
		step.do()
		if !slices.Contains(doneSteps(t, shop), step.step) {
			t.Errorf("%s must be done after the act", step.step)
		}
	}
	if steps := doneSteps(t, shop); len(steps) != len(loyalty.FirstSteps())-1 || slices.Contains(steps, loyalty.StepPoster) {
		t.Errorf("the steps done are %q, want all but the poster", steps)
	}
	if err := shop.Cases.FirstSteps.Note(t.Context(), shop.Owner, loyalty.StepPoster); err != nil || len(doneSteps(t, shop)) != len(loyalty.FirstSteps()) {
		t.Errorf("with the poster the steps done are %q, %v; want all", doneSteps(t, shop), err)
	}
}

func TestFirstSteps_OnlyTheOwner_HasNoColleague(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	if err := shop.Database.Try(t, "DELETE FROM users WHERE business_id = '"+shop.Business.ID+"' AND role <> 'OWNER'"); err != nil {
		t.Fatal(err)
	}
	list, err := shop.Cases.FirstSteps.Show(t.Context(), shop.Owner)
	if err != nil || slices.ContainsFunc(list.Steps, func(s service.FirstStepState) bool { return s.Done }) {
		t.Errorf("a business with only its owner has the steps %+v, %v; want none done", list.Steps, err)
	}
}

func TestFirstSteps_Marked_AreDoneForTheBusinessOnly(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	other := shop.Town.Shop(t)
	before, err := shop.Cases.Businesses.Get(t.Context(), shop.Owner)
	if err != nil {
		t.Fatal(err)
	}
	mark := func(step loyalty.FirstStep, done bool) error {
		_, err := shop.Cases.FirstSteps.Mark(t.Context(), shop.Owner, step, done)
		return err
	}
	// Two users may mark different steps at once.
	faults := make(chan error)
	for _, step := range []loyalty.FirstStep{loyalty.StepPaper, loyalty.StepTargets} {
		go func() { faults <- mark(step, true) }()
	}
	if err := errors.Join(<-faults, <-faults); err != nil {
		t.Fatal(err)
	}
	if steps := doneSteps(t, shop); !slices.Equal(steps, []loyalty.FirstStep{loyalty.StepTargets, loyalty.StepStaff, loyalty.StepPaper}) {
		t.Errorf("after marking, %q are done, want targets, staff and paper", steps)
	}
	if steps := doneSteps(t, other); len(steps) != 1 {
		t.Errorf("another business has done %q, want one step", steps)
	}
	if err := mark(loyalty.StepPaper, false); err != nil || slices.Contains(doneSteps(t, shop), loyalty.StepPaper) {
		t.Errorf("an unmarked step must not be done: %v", err)
	}
	var refusal *loyalty.Error
	for _, step := range []loyalty.FirstStep{loyalty.StepLegal, loyalty.StepStamp, "HIDDEN", "NADA", ""} {
		if err := mark(step, true); !errors.As(err, &refusal) || refusal.Fields[0].Field != "step" {
			t.Errorf("marking %q returns %v, want an error at step", step, err)
		}
	}
	after, err := shop.Cases.Businesses.Get(t.Context(), shop.Owner)
	if err != nil || after.Version != before.Version {
		t.Errorf("the marks must not change the version of the settings: it was %d and is %d, %v", before.Version, after.Version, err)
	}
}

func TestFirstSteps_ShownAgain_KeepTheirMarks(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	if _, err := shop.Cases.FirstSteps.Mark(t.Context(), shop.Owner, loyalty.StepPaper, true); err != nil {
		t.Fatal(err)
	}
	hiddenList, err := shop.Cases.FirstSteps.Hide(t.Context(), shop.Owner, true)
	if err != nil || !hiddenList.Hidden || len(hiddenList.Steps) != 0 {
		t.Errorf("after hiding, the steps are %+v, %v; want Hidden true and no Steps", hiddenList, err)
	}
	list, err := shop.Cases.FirstSteps.Hide(t.Context(), shop.Owner, false)
	if err != nil || list.Hidden || !slices.Contains(doneSteps(t, shop), loyalty.StepPaper) {
		t.Errorf("shown again, the steps are %+v, %v; want visible steps, with the one for paper done", list, err)
	}
}

func TestFirstSteps_Import_CompletesThePaperCards(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	for _, state := range []string{"CHECKED", "UNDONE", "DONE"} {
		err := shop.Database.Try(t, fmt.Sprintf(`INSERT INTO imports (business_id, id, file_name, state, version, run, position, rows_done,
			mapping, report, counts, undone, created_at, created_by, expires_at)
			VALUES ('%s', '%s', 'clientes.csv', '%s', 1, 1, 0, 0, '{}', '{}', '{}', '{}', 0, '%s', 0)`,
			shop.Business.ID, state, state, shop.Owner.UserID))
		if err != nil {
			t.Fatal(err)
		}
		if done := slices.Contains(doneSteps(t, shop), loyalty.StepPaper); done != (state == "DONE") {
			t.Errorf("with an import that is %s the step is done = %t, want %t", state, done, !done)
		}
	}
}
