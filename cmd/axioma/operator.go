package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"axioma/internal/config"
	"axioma/internal/demo"
	"axioma/internal/httpapi"
	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/store"
)

type superadminCommand struct {
	Create  superadminCreateCommand  `cmd:"" help:"Create an operator. The password is asked for, or read from standard input."`
	List    superadminListCommand    `cmd:"" help:"List the operators, and who of them may sign in."`
	Disable superadminDisableCommand `cmd:"" help:"Keep an operator from signing in, and end her sessions."`
	Enable  superadminEnableCommand  `cmd:"" help:"Let a disabled operator sign in again."`
	Reset   superadminResetCommand   `cmd:"" help:"Give an operator a temporary password, which is printed, and end her sessions."`
}

type superadminCreateCommand struct {
	config.Database
	Email string `help:"The address that the operator signs in with." required:""`
	Name  string `help:"The name that is shown." default:""`
}

// Run reads a password and creates the account: there is never a default one.
func (s superadminCreateCommand) Run(ctx context.Context, c console) error {
	password, err := newPassword(ctx, c)
	if err != nil {
		return err
	}
	return withStore(rejectMoved(ctx)(store.OpenToBegin(ctx, storeAt(s.Database))))(func(cases *service.Service) error {
		user, err := cases.Users.CreateSuperadmin(ctx, access.NewUser{Email: s.Email, Name: s.Name, Password: password})
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(c.out, "\nOperator created: %s\n", user.Email)
		return err
	})
}

// withCases carries out what a command asks for on a database as it is, unless that was
// moved elsewhere.
func withCases(ctx context.Context, database config.Database, act func(*service.Service) error) error {
	return withStore(rejectMoved(ctx)(store.OpenAsItIs(ctx, storeAt(database))))(act)
}

// withStore carries out what a command asks for on a database that was opened, and
// closes it.
func withStore(st *store.Store, err error) func(act func(*service.Service) error) error {
	return func(act func(*service.Service) error) error {
		if err != nil {
			return err
		}
		cases, err := service.New(st, service.Options{})
		if err != nil {
			return errors.Join(err, st.Close())
		}
		return errors.Join(act(cases), st.Close())
	}
}

type superadminListCommand struct{ config.Database }

// Run prints a line for each operator.
func (s superadminListCommand) Run(ctx context.Context, c console) error {
	return withCases(ctx, s.Database, func(cases *service.Service) error {
		operators, err := cases.Operators.List(ctx)
		if err != nil {
			return err
		}
		for _, operator := range operators {
			if _, err := fmt.Fprintf(c.out, "%s\t%s\t%s\n", operator.Email, signInState(operator), operator.Name); err != nil {
				return err
			}
		}
		return nil
	})
}

func signInState(user loyalty.User) string {
	if user.DisabledAt.IsZero() {
		return "may sign in"
	}
	return "disabled since " + user.DisabledAt.Format(time.DateOnly)
}

// operatorFlags is whom a command is about.
type operatorFlags struct {
	config.Database
	Email string `help:"The address that the operator signs in with." required:""`
}

type superadminDisableCommand struct {
	operatorFlags
	Last bool `help:"Also the last operator who may sign in: nobody then opens or suspends businesses until another one is created or enabled."`
}

// Run keeps an operator out.
func (s superadminDisableCommand) Run(ctx context.Context, c console) error {
	return withCases(ctx, s.Database, func(cases *service.Service) error {
		err := cases.Operators.Disable(ctx, s.Email, s.Last)
		if errors.Is(err, loyalty.ErrLastOperator) {
			return fmt.Errorf("%s is the last operator who may sign in: create another one first, or add --last", s.Email)
		}
		return printResult(c, "Operator disabled: "+s.Email, err)
	})
}

type superadminEnableCommand struct{ operatorFlags }

// Run lets an operator in again.
func (s superadminEnableCommand) Run(ctx context.Context, c console) error {
	return withCases(ctx, s.Database, func(cases *service.Service) error {
		return printResult(c, "Operator enabled: "+s.Email, cases.Operators.Enable(ctx, s.Email))
	})
}

type superadminResetCommand struct{ operatorFlags }

// Run prints a temporary password.
func (s superadminResetCommand) Run(ctx context.Context, c console) error {
	return withCases(ctx, s.Database, func(cases *service.Service) error {
		password, err := cases.Operators.Reset(ctx, s.Email)
		return printResult(c, temporaryPasswordText(s.Email, password), err)
	})
}

// temporaryPasswordText says a password that somebody is to be given.
func temporaryPasswordText(email, password string) string {
	return fmt.Sprintf("Temporary password of %s: %s\nIt opens nothing but the choice of another one, and holds for %.0f days.",
		email, password, loyalty.TemporaryPasswordLifetime.Hours()/24)
}

// printResult says what was done, or returns why it was not.
func printResult(c console, done string, err error) error {
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(c.out, done)
	return err
}

type demoCommand struct {
	Disable demoDisableCommand `cmd:"" help:"Keep the accounts of the demo, whose password is known, from signing in."`
}

type demoDisableCommand struct{ config.Database }

// Run disables the demo's accounts that still have the known password.
func (s demoDisableCommand) Run(ctx context.Context, c console) error {
	return withCases(ctx, s.Database, func(cases *service.Service) error {
		open, err := cases.Operators.OpenedBy(ctx, demo.AccountEmails(), demo.Password)
		if err != nil {
			return err
		}
		return printResult(c, "Accounts of the demo disabled: "+joinEmails(open), cases.Operators.Shut(ctx, open))
	})
}

func joinEmails(users []loyalty.User) string {
	var list []string
	for _, user := range users {
		list = append(list, user.Email)
	}
	return strings.Join(list, ", ")
}

type checkCommand struct{ config.Database }

// Run prints every row that breaks an invariant and fails when there is one.
func (s checkCommand) Run(ctx context.Context, c console) (err error) {
	st, err := store.OpenToRead(ctx, storeAt(s.Database))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	breaches, err := st.Check(ctx)
	if err != nil {
		return err
	}
	for _, breach := range breaches.First {
		if _, err := fmt.Fprintln(c.out, breach); err != nil {
			return err
		}
	}
	if breaches.Rows > 0 {
		return fmt.Errorf("%d rows break the rules: %w", breaches.Rows, errPrinted)
	}
	_, err = fmt.Fprintln(c.out, "All rules hold.")
	return err
}

type openAPICommand struct{}

// Run prints the contract.
func (openAPICommand) Run(c console) error {
	document, err := httpapi.New(nil, httpapi.Options{}).OpenAPI()
	if err != nil {
		return fmt.Errorf("encoding the contract: %w", err)
	}
	_, err = fmt.Fprintln(c.out, string(document))
	return err
}
