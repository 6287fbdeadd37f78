"""The MCP server (extra `mcp`): the same services as the command line, for agents, over stdio."""
