package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"

	"axioma/internal/config"
	"axioma/internal/httpapi"
	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/store"
)

type superadminCommand struct {
	Create superadminCreateCommand `cmd:"" help:"Create an operator. The password is read from standard input."`
}

type superadminCreateCommand struct {
	config.Database
	Email string `help:"The address that the operator signs in with." required:""`
	Name  string `help:"The name that is shown." default:""`
}

// Run reads a password and creates the account: there is never a default one.
func (s superadminCreateCommand) Run(ctx context.Context, c console) (err error) {
	if _, err := fmt.Fprint(c.err, "Contraseña (8 caracteres como mínimo): "); err != nil {
		return err
	}
	password, err := bufio.NewReader(c.in).ReadString('\n')
	password = strings.TrimRight(password, "\r\n")
	if password == "" {
		return errors.Join(errors.New("no password was given on standard input"), err)
	}
	if err := loyalty.CheckPassword("password", password, loyalty.MinOwnPassword); err != nil {
		return err
	}
	st, err := store.OpenAsItIs(ctx, where(s.Database))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	cases, err := service.New(st, service.Options{})
	if err != nil {
		return err
	}
	user, err := cases.CreateSuperadmin(ctx, service.NewUser{Email: s.Email, Name: s.Name, Password: password})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.out, "\nOperador creado: %s\n", user.Email)
	return err
}

type checkCommand struct{ config.Database }

// Run prints every row that breaks an invariant and fails when there is one.
func (s checkCommand) Run(ctx context.Context, c console) (err error) {
	st, err := store.OpenToRead(ctx, where(s.Database))
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
