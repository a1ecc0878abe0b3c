# Prints the Makefile targets that have a "## text", under their "##@ heading".
BEGIN { FS = ":.*## " }
/^##@ / { printf "\n%s\n", substr($0, 5) }
/^[a-z0-9-]+:.*## / { printf "  make %-16s %s\n", $1, $2 }
END { print "" }
