package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/alecthomas/kong"

	"axioma/internal/config"
	"axioma/internal/doctor"
	"axioma/internal/loyalty"
	"axioma/internal/service"
)

type doctorCommand struct {
	config.Server
	JSON bool `help:"Print the findings as JSON."`

	refusal error // why a server would refuse the settings
}

// contextOfRefused keeps kong's refusal of a doctor's settings as a finding. It returns nil for a faulty command line.
func (d *doctorCommand) contextOfRefused(err error) *kong.Context {
	var parseError *kong.ParseError
	if !errors.As(err, &parseError) || parseError.Context == nil || parseError.Context.Error != nil {
		return nil
	}
	node := parseError.Context.Selected()
	if node == nil || node.Target.Addr().Interface() != d || d.LogLevel == "" { // log-level has a default: empty means that kong set nothing
		return nil
	}
	d.refusal = errors.New(strings.TrimPrefix(err.Error(), node.Path()+": "))
	return parseError.Context
}

func (d *doctorCommand) Run(ctx context.Context, c console) error {
	findings := doctor.Examine(ctx, d.installation())
	if err := d.show(c, findings); err != nil {
		return err
	}
	if countStates(findings)[doctor.Fault] > 0 {
		return fmt.Errorf("some checks failed: %w", errPrinted)
	}
	return nil
}

func (d *doctorCommand) installation() doctor.Installation {
	server := serveCommand{d.Server}
	health := healthcheckCommand{Listen: d.Listen, Domains: d.HTTPS.Domains, Timeout: doctor.CheckTimeout}
	signingKeys := doctor.AskOnce(server.signingKeys)
	return doctor.Installation{
		Settings: d.Server, Database: storeAt(d.Database), Account: server.account(),
		SettingsError: d.refusal, UnreadSettingsFile: unreadSettings(serviceSettings, os.Environ()),
		CheckFolders: func(ctx context.Context) error {
			_, err := signingKeys(ctx)
			return errors.Join(server.refuseBackupSettings(), err)
		},
		CheckData: func(ctx context.Context, cases *service.Service) error {
			to, err := cases.RestoredMessages.MoveTarget(ctx)
			if server.ServeMoved {
				to = loyalty.MoveTarget{}
			}
			secrets, fault := signingKeys(ctx)
			if fault == nil {
				fault = cases.SigningKeys.CheckSettings(ctx, secrets)
			}
			return errors.Join(err, fault, movedError(to), server.refuseKnownPasswords(ctx, cases), server.refuseUnknownBusiness(ctx, cases))
		},
		CheckServer: health.Run,
	}
}

const serviceSettings = "/etc/axioma/axioma.env"

// unreadSettings returns file if it exists and the environment has none of its settings: then the doctor examines
// others than the service's.
func unreadSettings(file string, environment []string) string {
	for _, variable := range environment {
		if strings.HasPrefix(variable, "AXIOMA_") {
			return ""
		}
	}
	if _, err := os.Stat(file); err != nil {
		return ""
	}
	return file
}

func (d *doctorCommand) show(c console, findings []doctor.Finding) error {
	if d.JSON {
		printer := json.NewEncoder(c.out)
		printer.SetEscapeHTML(false)
		printer.SetIndent("", "  ")
		return printer.Encode(findings)
	}
	return printFindings(c, findings)
}

func printFindings(c console, findings []doctor.Finding) error {
	var text strings.Builder
	for _, finding := range findings {
		fmt.Fprintf(&text, "%-9s  %-11s  %s\n", strings.ToUpper(string(finding.State)), finding.Subject, finding.Detail)
		if finding.ToDo != "" {
			fmt.Fprintf(&text, "%-9s  %-11s  To do: %s\n", "", "", finding.ToDo)
		}
	}
	states := countStates(findings)
	fmt.Fprintf(&text, "\n%d OK, %d ATTENTION, %d FAULT", states[doctor.OK], states[doctor.Attention], states[doctor.Fault])
	return printResult(c, text.String(), nil)
}

func countStates(findings []doctor.Finding) map[doctor.State]int {
	states := map[doctor.State]int{}
	for _, finding := range findings {
		states[finding.State]++
	}
	return states
}
